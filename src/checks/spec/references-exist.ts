import { findingAt } from '../findings/finding-at.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { positionAt } from '../skill/text-file.ts';
import { SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/references-exist',
  title: 'The body refers to a file that is not in the skill',
  severity: 'low',
  why: 'An agent that follows the reference finds nothing, and goes on without what the author meant it to know.',
  remedy: 'Add the file, or correct the path: it is relative to the root of the skill, and case matters.',
  owasp: [],
  reference: `${SPECIFICATION}: file references`,
};

export const referencesExist: Check = {
  rules: [rule],
  check({ document, files }) {
    if (document === null) return [];
    const { file, body, references } = document;
    const present = new Set(files.map(({ path }) => path));
    return references
      .filter(({ target }) => !present.has(target) && !isOutside(target))
      .map(({ target, offset }) => {
        const title = `The body refers to "${target}", which is not in the skill`;
        return findingAt(file, positionAt(file, body.offset + offset), { rule, title });
      });
  },
};

/** Another rule reports these. */
function isOutside(target: string): boolean {
  return target.startsWith('../');
}
