import type { Check, Rule } from '../findings/rule.ts';
import { scalarOf } from '../skill/read-skill.ts';
import { fieldFinding } from './field-finding.ts';
import { skillNameOf } from './name-of.ts';
import { SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/name-portable',
  title: 'The name has letters other than a to z',
  severity: 'low',
  raisedBy: 'published',
  why: 'Letters of other scripts work in some agents; indexes, MCP servers and other agents take a-z, 0-9 and hyphens only.',
  remedy: 'Use a name of a-z, 0-9 and hyphens, and write the name in your language into the description.',
  owasp: [],
  reference: `${SPECIFICATION}: name; Agent Skills Discovery 0.2.0: name`,
};

/** Checks the name as written: if it has to be composed or trimmed, a simpler reader sees another name. */
export const namePortable: Check = {
  rules: [rule],
  check(skill) {
    const written = scalarOf(skill, 'name')?.text;
    const name = skillNameOf(skill);
    if (name === null || written === undefined || isForOtherRules(name)) return [];
    if (/^[a-z0-9-]*$/.test(written)) return [];
    const title = `The name is not portable: "${written}" is more than a-z, 0-9 and hyphens`;
    return fieldFinding(skill, 'name', { rule, title });
  },
};

/** If a name is wrong everywhere, other rules report it, so portability is not mentioned. */
function isForOtherRules(name: string): boolean {
  return /[^\p{L}\p{N}-]/u.test(name) || name !== name.toLowerCase();
}
