import { expect, test } from 'vitest';
import { canonicalJson } from '../../src/base/digest.ts';
import { boundedInput, InputRoom } from '../../src/traffic/bounded-input.ts';

function nested(depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = { end: true };
  for (let level = 0; level < depth; level += 1) value = { list: [value] };
  return value;
}

test('an ordinary tool input is kept unchanged', () => {
  const input = { command: 'ls', options: [{ all: true }, null, 1.5] };
  expect(boundedInput(input)).toEqual(input);
});

test('endless nesting is cut so that the record can be stored', () => {
  const input = nested(20_000);
  expect(() => canonicalJson(input)).toThrow(RangeError);
  expect(canonicalJson(boundedInput(input))).toContain('nested too deep to be kept');
});

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

function partsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members: unknown[] = Object.values(value);
  return members.reduce<number>((sum, member) => sum + 1 + partsIn(member), 0);
}

test('an input that a tool can take is kept as it is', () => {
  const input = { edits: Array.from({ length: 500 }, () => ({ path: 'a', old: 'b', new: 'c' })), all: true };
  expect(new InputRoom().keep(input)).toEqual({ input, leftOut: [] });
});

test('an input of too many members says how many it lacks, and what they are is returned', () => {
  const { input, leftOut } = new InputRoom().keep({ command: 'ls', env: numbered(6000) });
  expect(input).toMatchObject({ command: 'ls', env: { k0: 0, '[left out]': '1002 of 6000 members' } });
  expect(leftOut).toHaveLength(2 * 1002);
  expect(leftOut.slice(-2)).toEqual(['k5999', '5999']);
});

test('a list of too many items says so at its end', () => {
  const { input, leftOut } = new InputRoom().keep({
    a: Array.from({ length: 6000 }, () => ({ deep: ['key'] })),
  });
  expect(input).toMatchObject({ a: expect.arrayContaining(['[left out] 1001 of 6000 items']) });
  expect(leftOut.slice(-2)).toEqual(['deep', 'key']);
});

test.each([
  [{ junk: numbered(90_000), argv: ['rm', '-r'] }],
  [{ junk: Array.from({ length: 9000 }, () => [0]), argv: ['rm', '-r'] }],
  [{ junk: { in: { it: numbered(90_000) } }, argv: ['rm', '-r'] }],
])('nothing that is large crowds out what is beside it', (input) => {
  expect(new InputRoom().keep(input).input).toMatchObject({ argv: ['rm', '-r'] });
});

test('all inputs of a trial are limited together, and each keeps its beginning', () => {
  const room = new InputRoom();
  const inputs = Array.from({ length: 100 }, () => room.keep({ big: numbered(1000) }).input);
  expect(partsIn(inputs)).toBeLessThan(50_000 + 100 * 25);
  expect(room.keep({ command: 'ls', timeout: 5 })).toEqual({
    input: { command: 'ls', timeout: 5 },
    leftOut: [],
  });
});

test('a field that every object has is kept as a field', () => {
  const input: Record<string, unknown> = JSON.parse('{"__proto__":{"a":1}}');
  expect(JSON.stringify(new InputRoom().keep(input).input)).toBe('{"__proto__":{"a":1}}');
});
