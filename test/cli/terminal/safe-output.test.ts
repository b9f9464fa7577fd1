import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeOutput } from '../../../src/cli/terminal/safe-output.ts';
import { paint } from '../../../src/report/terminal/paint.ts';

test.each([
  ['a cleared screen', 'a\u001b[2Jb', 'a[2Jb'],
  ['a cursor that moves up', 'a\u001b[1Ab', 'a[1Ab'],
  ['a window title', 'a\u001b]0;title\u0007b', 'a]0;titleb'],
  ['a line that overwrites itself', 'Risky\rPass', 'RiskyPass'],
  ['a reversed direction', 'photo\u202egpj.exe', 'photogpj.exe'],
  ['a sequence that forms when another is removed', '\u001b\u202e[2Jx', '[2Jx'],
])('%s is removed from the output', (_case, text, shown) => {
  expect(safeOutput(text, true)).toBe(shown);
});

test('the colours of Assay itself are kept if colours are enabled', () => {
  const painted = `one\n${paint('bad', 'two', true)}\n`;
  expect(safeOutput(painted, true)).toBe(painted);
  expect(safeOutput(painted, false)).toBe('one\ntwo\n');
});

test('no input becomes output that acts on a terminal or hides', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(safeOutput(text, false)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test('every report is printed unchanged', () => {
  const reports = globSync('test/report/golden/*');
  expect(reports.length).toBeGreaterThan(10);
  for (const file of reports) {
    const text = readFileSync(file, 'utf8');
    expect(safeOutput(text, true)).toBe(text);
  }
});
