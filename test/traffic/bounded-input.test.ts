import { expect, test } from 'vitest';
import { canonicalJson } from '../../src/base/digest.ts';
import { boundedInput } from '../../src/traffic/bounded-input.ts';

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
