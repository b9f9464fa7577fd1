import { findingAt } from '../findings/finding-at.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { readManifest } from './read-manifest.ts';
import { UNIVERSAL_SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'manifest/valid',
  title: 'skill.yaml does not have the form that it should have',
  severity: 'medium',
  why: 'A host that cannot read the manifest offers none of the tools of the skill.',
  remedy: 'Fix the place named.',
  owasp: [],
  reference: `${UNIVERSAL_SPECIFICATION}: formal manifest schema`,
};

export const manifestValid: Check = {
  rules: [rule],
  check(skill) {
    const manifest = readManifest(skill);
    if (manifest.status !== 'invalid') return [];
    const { file, problems } = manifest;
    return problems.map(({ at, message }) =>
      findingAt(file, at, { rule, title: `Invalid skill.yaml: ${message}` }),
    );
  },
};
