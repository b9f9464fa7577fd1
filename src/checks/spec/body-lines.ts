import { findingAt } from '../findings/finding-at.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { SPECIFICATION } from './reference.ts';

const RECOMMENDED = 500;

const rule: Rule = {
  id: 'spec/body-lines',
  title: `The body is longer than the ${RECOMMENDED} lines recommended`,
  severity: 'low',
  why: 'The whole body enters the context of the model whenever the skill is used, and is paid for each time.',
  remedy: 'Move reference material into files of its own and name them where they are needed.',
  owasp: [],
  reference: `${SPECIFICATION}: progressive disclosure`,
};

export const bodyLines: Check = {
  rules: [rule],
  check({ document }) {
    if (document === null) return [];
    const { file, body } = document;
    const lines = file.lineStarts.length - body.firstLine + (body.text.endsWith('\n') ? 0 : 1);
    if (lines <= RECOMMENDED) return [];
    const title = `The body has ${lines} lines; at most ${RECOMMENDED} are recommended`;
    return [findingAt(file, { line: body.firstLine, column: 1 }, { rule, title })];
  },
};
