import { expect, test } from 'vitest';
import { judgedPattern, saysPattern } from '../../../src/foreign/drafting/said.ts';

test.each([
  ['Done|Ready', { isWanted: true }, { kind: 'group', atLeast: 1 }],
  [
    'Error',
    { isWanted: false, ignoresCase: true },
    { kind: 'answer', lacks: ['Error'], ignore: ['case', 'spaces'] },
  ],
  ['^\\d+ rows$', { isWanted: true }, { kind: 'answer', matches: ['(?-m:^\\d+ rows$)'] }],
  [
    '\\bTODO\\b',
    { isWanted: false, ignoresCase: true },
    { kind: 'answer', matchesNone: ['(?i-m:\\bTODO\\b)'] },
  ],
])('the pattern %j of another tool is decided exactly', (pattern, options, grader) => {
  expect(saysPattern(pattern, options)).toMatchObject(grader);
});

test.each(['(?=x)', '(a)\\1', 'x)(?:y', '('])(
  'the pattern %j, which RE2 does not know, is judged',
  (pattern) => {
    expect(saysPattern(pattern, { isWanted: true })).toBeNull();
    expect(judgedPattern(pattern, false)).toMatchObject({
      detail: 'RE2 does not know this pattern: a model judges whether the answer matches it.',
      graders: [
        { kind: 'rubric', criteria: [`The answer does not match the regular expression ${pattern}`] },
      ],
    });
  },
);
