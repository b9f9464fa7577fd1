import type { YamlEntry } from '../../base/yaml-tree.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { entryOf } from '../skill/read-skill.ts';
import { entryFinding } from './field-finding.ts';
import { SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/metadata-is-map',
  title: 'Field "metadata" must be a mapping from text to text',
  severity: 'low',
  raisedBy: 'strict',
  why: 'Readers turn each value into one text; a list or a mapping inside is lost or garbled.',
  remedy: 'Write one "key: value" per line below "metadata:", each value as text.',
  owasp: [],
  reference: `${SPECIFICATION}: metadata`,
};

export const metadataIsMap: Check = {
  rules: [rule],
  check(skill) {
    const entry = entryOf(skill, 'metadata');
    if (entry === null || isEmpty(entry)) return [];
    if (entry.value.kind !== 'map') return entryFinding(skill, entry, { rule });
    const nested = entry.value.entries.filter(({ value }) => value.kind !== 'scalar');
    return nested.flatMap((inner) => entryFinding(skill, inner, { rule, title: titleFor(inner) }));
  },
};

function isEmpty({ value }: YamlEntry): boolean {
  return value.kind === 'scalar' && value.type === 'null';
}

function titleFor({ key, value }: YamlEntry): string {
  return `Field "metadata" must map text to text; "${key}" is a ${value.kind}`;
}
