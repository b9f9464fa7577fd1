import { array, assert, constantFrom, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { ChannelLines } from '../../../src/sandbox/engine/channel-lines.ts';

function linesOf(text: string, pieceLength = Infinity): ChannelLines {
  const lines = new ChannelLines(['sudo', 'su']);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceLength) lines.push(bytes.subarray(at, at + pieceLength));
  return lines;
}

test('lines are kept in order without empty ones, in whatever pieces they arrive', () => {
  assert(
    property(array(constantFrom('sudo\tid', 'noise', '', 'su\tü')), nat({ max: 9 }), (given, length) => {
      const lines = linesOf(given.map((line) => `${line}\n`).join(''), length + 1);
      expect(lines.all).toEqual(given.filter(Boolean));
      expect(lines.missing).toBe(0);
    }),
  );
});

test('an unfinished line is kept as far as it goes', () => {
  expect(linesOf('one\ntw').all).toEqual(['one', 'tw']);
});

test('no flood of lines crowds out one that begins with a known word', () => {
  const noise = (word: string) => `${word}\t${'x'.repeat(1000)}\n`.repeat(2000);
  for (const flood of [noise('other'), noise('sudo'), 'x'.repeat(2 ** 20)]) {
    const lines = linesOf(`sudo\tfirst\n${flood}\nsu\tlast\n`);
    expect(lines.all[0]).toBe('sudo\tfirst');
    expect(lines.all.at(-1)).toBe('su\tlast');
    expect(lines.missing).toBeGreaterThan(0);
    expect(lines.all.join('\n').length).toBeLessThan(2 ** 20);
  }
});

test('a line of the harness is not part of the channel, and arrives whatever was written before', () => {
  const lines = linesOf('noise\n'.repeat(100_000));
  lines.expect('mark');
  expect(lines.hasArrived('mark')).toBe(false);
  lines.push(Buffer.from('\nmark\n'));
  expect(lines.hasArrived('mark')).toBe(true);
  expect(lines.all).not.toContain('mark');
});
