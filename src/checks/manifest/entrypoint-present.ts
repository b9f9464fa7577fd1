import { posix } from 'node:path';
import { findingAt } from '../findings/finding-at.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { readManifest } from './read-manifest.ts';
import { UNIVERSAL_SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'manifest/entrypoint-present',
  title: 'The file of a tool is not in the skill',
  severity: 'medium',
  why: 'A call of the tool can only fail.',
  remedy: 'Add the file, or correct the path: it is relative to the root of the skill, and case matters.',
  owasp: [],
  reference: `${UNIVERSAL_SPECIFICATION}: tools and their implementation`,
};

export const entrypointPresent: Check = {
  rules: [rule],
  check(skill) {
    const reading = readManifest(skill);
    if (reading.status !== 'read') return [];
    const { file, manifest, placeOf } = reading;
    const present = new Set(skill.files.map(({ path }) => path));
    return manifest.spec.tools.flatMap(({ name, implementation: { entrypoint } }, index) => {
      if (present.has(posix.normalize(entrypoint))) return [];
      const title = `The tool "${name}" is in "${entrypoint}", which is not in the skill`;
      const at = placeOf(['spec', 'tools', index, 'implementation', 'entrypoint']);
      return [findingAt(file, at, { rule, title })];
    });
  },
};
