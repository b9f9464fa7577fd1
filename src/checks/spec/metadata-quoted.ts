import type { Check, Rule } from '../findings/rule.ts';
import { entryOf } from '../skill/read-skill.ts';
import { entryFinding } from './field-finding.ts';
import { SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/metadata-quoted',
  title: 'A metadata value is not text',
  severity: 'info',
  why: 'Unquoted, YAML reads 1.10 as the number 1.1 and true as a boolean; readers then show another text or none.',
  remedy: 'Put the value in double quotes.',
  owasp: [],
  reference: `${SPECIFICATION}: metadata`,
};

export const metadataQuoted: Check = {
  rules: [rule],
  check(skill) {
    const metadata = entryOf(skill, 'metadata')?.value;
    const entries = metadata?.kind === 'map' ? metadata.entries : [];
    return entries.flatMap((entry) => {
      if (entry.value.kind !== 'scalar' || entry.value.type === 'string') return [];
      const title = `The metadata value "${entry.key}" is read as ${entry.value.type}, not as text`;
      return entryFinding(skill, entry, { rule, title });
    });
  },
};
