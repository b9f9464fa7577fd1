import { findingAt } from '../findings/finding-at.ts';
import type { Check, Rule } from '../findings/rule.ts';
import { SPECIFICATION } from './reference.ts';

const RECOMMENDED = 5000;

/**
 * An estimate for English prose and common tokenizers; other scripts and code take fewer characters per
 * token.
 */
const CHARACTERS_PER_TOKEN = 4;

const rule: Rule = {
  id: 'spec/body-tokens',
  title: `The body is probably longer than the ${RECOMMENDED} tokens recommended`,
  severity: 'info',
  why: 'The whole body enters the context of the model whenever the skill is used, and is paid for each time.',
  remedy: 'Move reference material into files of its own and name them where they are needed.',
  owasp: [],
  reference: `${SPECIFICATION}: progressive disclosure`,
};

export const bodyTokens: Check = {
  rules: [rule],
  check({ document }) {
    if (document === null) return [];
    const { file, body } = document;
    const tokens = Math.ceil(body.text.length / CHARACTERS_PER_TOKEN);
    if (tokens <= RECOMMENDED) return [];
    const title = `The body has about ${tokens} tokens; at most ${RECOMMENDED} are recommended`;
    return [findingAt(file, { line: body.firstLine, column: 1 }, { rule, title, confidence: 'low' })];
  },
};
