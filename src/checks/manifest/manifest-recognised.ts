import { findingAt } from '../findings/finding-at.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { readManifest } from './read-manifest.ts';
import { UNIVERSAL_SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'manifest/recognised',
  title: 'skill.yaml is a file of another format',
  severity: 'info',
  why: 'Without "apiVersion" and "spec" it is no manifest, so that no tool of the skill is offered to an agent.',
  remedy: 'If it is meant to be a manifest, begin it with "apiVersion: skills.v1" and "kind: Skill".',
  owasp: [],
  reference: `${UNIVERSAL_SPECIFICATION}: formal manifest schema`,
};

export const manifestRecognised: Check = {
  rules: [rule],
  check(skill) {
    const manifest = readManifest(skill);
    return manifest.status === 'foreign' ? [findingAt(manifest.file, { line: 1, column: 1 }, { rule })] : [];
  },
};
