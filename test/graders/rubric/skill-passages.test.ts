import { describe, expect, test } from 'vitest';
import { withoutPassages } from '../../../src/graders/rubric/skill-passages.ts';

const BODY = Array.from({ length: 20 }, (_, at) => `Never round number ${at} before the end.`).join(' ');
const LONG = Array.from({ length: 90 }, (_, at) => `Rule ${at}: a number is never rounded.`).join(' ');
const HANDBOOK = Array.from({ length: 90 }, (_, at) => `Room ${at} is closed at night.`).join(' ');
const known = { texts: ['Tidy the table.'], files: [] };

describe('a long passage of a skill is left out of a text', () => {
  test.each([
    ['all of a short skill', BODY, `Sorry. ${BODY} Bye.`, ['Sorry. ', ' Bye.']],
    [
      'however it is wrapped',
      BODY,
      `Sorry.\n> ${BODY.replaceAll(' ', '\n  ')}\nBye.`,
      ['Sorry.\n> ', '\nBye.'],
    ],
    ['a part of a long skill', LONG, `Sorry. ${LONG.slice(700, 2500).trim()}# Bye.`, ['Sorry. ', '# Bye.']],
    ['at the end', BODY, `Sorry. ${BODY}`, ['Sorry. ', '']],
    ['twice', BODY, `${BODY} and ${BODY}`, ['', ' and ', '']],
  ])('%s', (_, body, text, pieces) => {
    expect(withoutPassages({ body, known })(text)).toEqual(pieces);
  });
});

describe('a text stays as it is', () => {
  test.each([
    ['with a part of the skill that may stand in any text', BODY, BODY.slice(0, 150)],
    ['with less than a long passage of a long skill', LONG, LONG.slice(700, 1700)],
    ['with a skill that is a sentence', 'Be kind.', 'Be kind.'],
    ['with the sentences of the skill in another order', LONG, LONG.split('. ').toReversed().join('. ')],
  ])('%s', (_, body, text) => {
    expect(withoutPassages({ body, known })(text)).toEqual([text]);
  });
});

describe('what the task gives as well', () => {
  const inFile = { texts: [], files: [Buffer.from(`${'x '.repeat(1024 * 1024)}${HANDBOOK}\n`)] };
  test.each([
    ['in a text', { texts: [`${HANDBOOK}\n`], files: [] }],
    ['far behind in a file', inFile],
  ])('stays, %s', (_, given) => {
    const divide = withoutPassages({ body: `${HANDBOOK} ${BODY}`, known: given });
    expect(divide(`${HANDBOOK} Call 112.`)).toEqual([`${HANDBOOK} Call 112.`]);
    const [first = '', ...rest] = divide(`${HANDBOOK} ${BODY}`);
    expect(rest).toEqual(['']);
    expect(HANDBOOK.startsWith(first.slice(0, -10))).toBe(true);
    expect(first.length).toBeGreaterThan(HANDBOOK.length - 200);
  });
});
