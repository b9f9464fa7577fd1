import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth } from '../../../src/report/terminal/display-width.ts';
import { transcriptSection } from '../../../src/report/terminal/transcript-section.ts';
import { called, returned, said } from '../../fixtures/evidence-of.ts';

const plain = { colour: false, columns: 40 };
const ESCAPE = String.fromCharCode(27);

test('the lines and indentation of an event are kept', () => {
  expect(
    transcriptSection(
      [
        called('bash', { command: 'for f in *; do\n\tcat "$f"\ndone' }),
        returned('a\n  b\n\n    c\n'),
        said('Done.'),
      ],
      plain,
    ),
  ).toEqual([
    'Transcript',
    '  calls bash · 0.00 s',
    '    command:',
    '    for f in *; do',
    '            cat "$f"',
    '    done',
    '',
    '  result · 0.00 s',
    '    a',
    '      b',
    '',
    '        c',
    '',
    '  assistant · 0.00 s',
    '    Done.',
  ]);
});

test('a call of a tool that was not offered is marked', () => {
  const call = { ...called('bash', { command: 'ls' }), notOffered: true as const };
  expect(transcriptSection([call], { ...plain, columns: 80 })[1]).toBe(
    '  calls bash (not offered, so it does not count) · 0.00 s',
  );
});

test('a wrapped line keeps its indentation', () => {
  const lines = transcriptSection([returned(`  - ${'word '.repeat(12)}`)], plain);
  expect(lines.slice(2)).toEqual([
    '      - word word word word word word',
    '      word word word word word word',
  ]);
});

test('a long output shows both ends, and how to see all of it', () => {
  const output = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n');
  const lines = transcriptSection([returned(output)], plain);
  expect(lines).toContain('    line 0');
  expect(lines).toContain('    line 499');
  expect(lines).toContain('    [… 440 lines left out …]');
  expect(lines.join(' ')).toMatch(/--json.*--wire/);
  expect(lines.length).toBeLessThan(70);
});

test('a line of 6 MiB shows both ends', () => {
  const lines = transcriptSection([returned(`begin ${'x'.repeat(6 * 1024 ** 2)} end`)], plain);
  expect(lines.join('\n')).toMatch(/^ {4}begin/m);
  expect(lines.join('\n')).toMatch(/ end$/m);
  expect(lines.length).toBeLessThan(70);
});

test('each role has its colour, and plain output has none', () => {
  const events = [called('bash', { command: 'ls' }), returned('x'), said('Done.')];
  const coloured = transcriptSection(events, { ...plain, colour: true });
  expect(coloured.map(stripVTControlCharacters)).toEqual(transcriptSection(events, plain));
  const starts = coloured.filter((line) => line.includes(' s')).map((line) => line.trim().slice(0, 5));
  expect(new Set(starts).size).toBe(3);
  expect(transcriptSection(events, plain).join('')).not.toContain(ESCAPE);
});

test('nothing that an agent prints acts on a terminal, hides or is too wide', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (output, tool) => {
      for (const line of transcriptSection([returned(output), called(tool, { command: output })], plain)) {
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u);
        expect(displayWidth(line)).toBeLessThanOrEqual(40 + (line.includes('calls') ? tool.length * 2 : 0));
      }
    }),
  );
});

test('a turn that only calls a tool shows the call without an empty answer', () => {
  const lines = transcriptSection([said(''), called('bash', {}), returned('x')], plain);
  expect(lines.filter((line) => line.includes('assistant'))).toEqual([]);
  expect(lines[1]).toBe('  calls bash · 0.00 s');
});
