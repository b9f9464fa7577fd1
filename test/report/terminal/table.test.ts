import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth } from '../../../src/report/terminal/display-width.ts';
import { heading, right, table } from '../../../src/report/terminal/table.ts';

const PLAIN = { colour: false, columns: 40 };

test('columns are aligned, with numbers on the right', () => {
  const rows = [
    heading('name', '>count', 'note'),
    [{ text: 'a' }, right('1'), { text: 'x' }],
    [{ text: 'longer' }, right('1,000'), { text: '' }],
  ];
  expect(table(rows, PLAIN)).toEqual(['  name    count  note', '  a           1  x', '  longer  1,000']);
});

test('a row with a single cell is a title and does not affect the widths', () => {
  const rows = [[{ text: 'a title that is long' }], [{ text: 'a' }, { text: 'b' }]];
  expect(table(rows, PLAIN)).toEqual(['  a title that is long', '  a  b']);
});

test('a table that is too wide wraps between words, in its widest column', () => {
  const rows = [[{ text: 'short' }, { text: 'one two three four five six seven' }]];
  expect(table(rows, { ...PLAIN, columns: 30 })).toEqual([
    '  short  one two three four',
    '         five six seven',
  ]);
});

test('wide characters take two columns', () => {
  const rows = [
    [{ text: '表計算' }, { text: '|' }],
    [{ text: 'abcdef' }, { text: '|' }],
  ];
  expect(table(rows, PLAIN)).toEqual(['  表計算  |', '  abcdef  |']);
});

test('colour surrounds the text, not the padding', () => {
  const rows = [
    [{ text: 'ok', tone: 'good' } as const, { text: '|' }],
    [{ text: 'longer' }, { text: '|' }],
  ];
  expect(table(rows, { ...PLAIN, colour: true })[0]).toBe('  \u001b[32mok\u001b[39m      |');
});

const runs = [
  heading('run', 'state', 'why'),
  [{ text: '2026-01-02-ab', isId: true } as const, { text: 'finished' }, { text: 'one two three four' }],
];

test('an id stays whole while other columns can wrap', () => {
  expect(table(runs, { ...PLAIN, columns: 36 })).toEqual([
    '  run            state     why',
    '  2026-01-02-ab  finished  one two',
    '                           three',
    '                           four',
  ]);
});

test('ids that would have to be broken go above their rows', () => {
  expect(table(runs, { ...PLAIN, columns: 28 })).toEqual([
    '  run',
    '    state     why',
    '  2026-01-02-ab',
    '    finished  one two three',
    '              four',
  ]);
});

test('sentences in a very narrow column go below the row, after their labels', () => {
  const why = { text: 'file not found in the workspace', isProse: true } as const;
  const rows = [
    heading('trial', 'result', '>time', 'why'),
    [{ text: 'task:a' }, { text: 'failed' }, right('1.5 s'), why],
  ];
  expect(table(rows, PLAIN)).toEqual([
    '  task:a',
    '    result  failed',
    '    time    1.5 s',
    '    why     file not found in the',
    '            workspace',
  ]);
  expect(table(rows, { ...PLAIN, columns: 50 })).toEqual([
    '  trial   result   time  why',
    '  task:a  failed  1.5 s  file not found in the',
    '                         workspace',
  ]);
});

const costs = [
  heading('task', 'outcome', '>tokens', '>time'),
  [{ text: 'merge-months' }, { text: 'both passed' }, right('1,234,567 → 2,345,678'), right('12.5 s')],
  [{ text: 'tidy' }, { text: 'harmed' }, right('1'), right('')],
];

test('numbers that do not fit side by side go below each other, after their labels', () => {
  expect(table(costs, { ...PLAIN, columns: 30 })).toEqual([
    '  merge-months',
    '    outcome  both passed',
    '    tokens   1,234,567 →',
    '             2,345,678',
    '    time     12.5 s',
    '  tidy',
    '    outcome  harmed',
    '    tokens   1',
  ]);
});

test('no number is ever broken', () => {
  const number = fc.integer({ min: 0, max: 999_999_999 }).map((value) => value.toLocaleString('en'));
  const word = fc.stringMatching(/^[a-z]{1,30}$/);
  const row = fc.tuple(word, number, word, number);
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), fc.integer({ min: 20, max: 90 }), (rows, columns) => {
      const cells = rows.map(([a, b, c, d]) => [{ text: a }, right(b), { text: c }, right(d)]);
      const lines = table([heading('a', '>b', 'c', '>d'), ...cells], { colour: false, columns });
      const numbers = lines.join('\n').match(/[\d,]+/g);
      expect(numbers).toEqual(rows.flatMap(([, b, , d]) => [b, d]));
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns);
    }),
  );
});

test('no rows give no lines', () => {
  expect(table([], PLAIN)).toEqual([]);
});

test('no part of a cell is lost, however narrow the table', () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/);
  const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(text, text, fc.integer({ min: 12, max: 80 }), (left, other, columns) => {
      const lines = table([[{ text: left }, { text: other }]], { colour: false, columns });
      const letters = (value: string) => [...value.replaceAll(' ', '')].sort().join('');
      expect(letters(lines.join(''))).toBe(letters(left + other));
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns);
    }),
  );
});
