import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseTolerantly } from '../../src/base/parse-tolerantly.ts';
import { readYaml } from '../../src/base/read-yaml.ts';

const Trip = z.strictObject({
  to: z.string(),
  stops: z.array(z.strictObject({ at: z.string() })).default([]),
});

const read = (text: string) => readYaml(text, 'trip.yaml', { mayHaveAliases: true });

test('keys that the schema does not know are left out and returned with their places', () => {
  const text = 'to: Rome\nby: train\nstops:\n  - at: Milan\n    minutes: 4\n';
  expect(parseTolerantly(Trip, read(text))).toEqual({
    data: { to: 'Rome', stops: [{ at: 'Milan' }] },
    unknown: [
      { path: ['stops', 0, 'minutes'], place: '5:5' },
      { path: ['by'], place: '2:1' },
    ],
  });
});

test('a value that does not fit is an error, beside unknown keys too', () => {
  expect(() => parseTolerantly(Trip, read('by: train\nto: 3\n'))).toThrow(
    'trip.yaml:2:5: "to": expected text, found the number 3',
  );
});

test('aliases and merge keys are followed where they are allowed', () => {
  const text = 'base: &base { at: Milan }\nto: Rome\nstops: [*base, { <<: *base }]\n';
  expect(parseTolerantly(Trip, read(text)).data.stops).toEqual([{ at: 'Milan' }, { at: 'Milan' }]);
});

test('aliases that multiply are refused before they are followed', () => {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const items = Array.from({ length: 9 }, () => (level === 0 ? 'lol' : `*a${level - 1}`));
    return `a${level}: &a${level} [${items.join(', ')}]`;
  });
  expect(() => read(`${levels.join('\n')}\n`)).toThrow(/^trip\.yaml: its aliases cannot be followed: /);
});

test('nesting without end is refused', () => {
  expect(() => read(`to: ${'['.repeat(10_000)}`)).toThrow(/^trip\.yaml:/);
});
