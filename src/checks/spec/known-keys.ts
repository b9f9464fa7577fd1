import { nearestTo } from '../../base/nearest.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { entryFinding } from './field-finding.ts';
import { SPECIFICATION } from './reference.ts';

const KNOWN_KEYS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];

const rule: Rule = {
  id: 'spec/known-keys',
  title: 'The frontmatter has a key that the specification does not know',
  severity: 'low',
  raisedBy: 'strict',
  why: 'Other agents ignore the key, and strict validators refuse the skill.',
  remedy: 'Put your own keys under metadata, as text; check the spelling of the others.',
  owasp: [],
  reference: `${SPECIFICATION}: frontmatter`,
};

export const knownKeys: Check = {
  rules: [rule],
  check(skill) {
    const entries = skill.document?.frontmatter ?? [];
    const unknown = entries.filter(({ key }) => !KNOWN_KEYS.includes(key));
    return unknown.flatMap((entry) => entryFinding(skill, entry, { rule, title: titleFor(entry.key) }));
  },
};

function titleFor(key: string): string {
  const [meant] = nearestTo(key.toLowerCase(), KNOWN_KEYS);
  const hint = meant === undefined ? '' : `; "${meant}" was probably meant`;
  return `Unexpected field in the frontmatter: "${key}"${hint}`;
}
