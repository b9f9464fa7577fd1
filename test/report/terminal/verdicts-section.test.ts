import { expect, test } from 'vitest';
import { verdictsSection } from '../../../src/report/terminal/verdicts-section.ts';

const plain = { colour: false, columns: 50 };

test('a verdict shows the differing lines with their numbers', () => {
  const difference = {
    kind: 'lines' as const,
    isWhole: false,
    lines: [
      { side: 'expected' as const, line: 9, text: 'north,12' },
      { side: 'found' as const, line: 9, text: '  south,12' },
      { side: 'both' as const, line: 10, text: `a line that is ${'long '.repeat(8)}` },
    ],
  };
  const verdicts = [
    { title: 'The rows are there', passed: false, detail: 'out.csv differs', difference },
    { title: 'The file is there', passed: true, detail: '', difference: null },
  ];
  expect(verdictsSection(verdicts, plain)).toEqual([
    'Verdicts',
    '  failed: The rows are there',
    '    out.csv differs',
    '    What differs (- expected, + found)',
    '      -  9  north,12',
    '      +  9    south,12',
    '        10  a line that is long long long long',
    '            long long long long',
    '          … and more, which is not shown.',
    '  passed: The file is there',
  ]);
});

test('bytes that are not text are reported as such', () => {
  const difference = { kind: 'bytes' as const, at: 7, expectedBytes: 10, foundBytes: 12 };
  const verdict = { title: 'The picture is there', passed: false, detail: 'a.png differs', difference };
  expect(verdictsSection([verdict], plain).join(' ')).toMatch(
    /Binary +content: +10 +expected, 12 +found, +different from byte 7 on/,
  );
});

test('partial credit says that it is no score', () => {
  const verdict = { title: 'Nearly all is right', passed: false, detail: '', difference: null };
  expect(verdictsSection([{ ...verdict, partialCredit: 0.6 }], { ...plain, columns: 100 })).toEqual([
    'Verdicts',
    '  failed: Nearly all is right',
    '    Partial credit: 60 %, for reading only. Scores count passed or failed.',
  ]);
});
