import { expect, test } from 'vitest';
import { describeRule } from '../../src/checks/explain.ts';
import { RULES } from '../../src/checks/rules.ts';

function nearTo(id: string): string[] {
  return describeRule(id).near.map((rule) => rule.id);
}

test.each(RULES.map(({ id }) => id))('%s is explained', (id) => {
  expect(describeRule(id)).toMatchObject({ rule: { id }, near: [] });
});

test('a misspelt rule is unknown, and the intended one is suggested', () => {
  expect(describeRule('spec/name-lenght').rule).toBeNull();
  expect(nearTo('spec/name-lenght')).toContain('spec/name-length');
});

test('part of an id finds the rules whose ids contain it', () => {
  expect(nearTo('description-')).toEqual([
    'spec/description-present',
    'spec/description-length',
    'spec/description-without-tags',
    'spec/description-says-when',
  ]);
});

test('a word that resembles no rule gives no suggestions', () => {
  expect(describeRule('zzzzzzzzzzzz')).toEqual({ rule: null, near: [] });
});
