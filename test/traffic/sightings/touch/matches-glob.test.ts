import { expect, test } from 'vitest';
import { Globs } from '../../../../src/traffic/sightings/touch/matches-glob.ts';

const FILES = ['/s/SKILL.md', '/s/data/a1.txt', '/s/data/b2.txt'];

test.each([
  ['/s/*.md', true],
  ['/s/*', true],
  ['/s/data/?[0-9].txt', true],
  ['/s/{x,data}/b*', true],
  ['/s/*.txt', false],
  ['/s/data/c*', false],
  ['*', false],
])('whether %s matches as in a shell: %s', (glob, matches) => {
  expect(new Globs().matchesAny(glob, FILES)).toBe(matches);
});

test('the steps of a trial are limited, however many patterns, files and long names there are', () => {
  const globs = new Globs();
  const files = Array.from({ length: 1000 }, (_, index) => `/s/${'a'.repeat(195)}${index}`);
  const pattern = `/s/*${'a'.repeat(100)}b${'{x,y}'.repeat(6)}`;
  for (let time = 0; time < 100; time++) expect(globs.matchesAny(pattern, files)).toBe(false);
  expect(globs.stepsLeft).toBeLessThanOrEqual(0);
  expect(globs.matchesAny('/s/*', ['/s/a'])).toBe(false);
});

test('a pattern longer than any system accepts matches nothing', () => {
  const globs = new Globs();
  expect(globs.matchesAny(`/s/${'*'.repeat(5000)}`, FILES)).toBe(false);
});
