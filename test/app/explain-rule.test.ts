import { expect, test } from 'vitest';
import { describeRules, explainRule } from '../../src/app/explain-rule.ts';
import { RuleDescription } from '../../src/contracts/rule-description.ts';

test.each(['spec/', 'security/', 'source/', 'site/', 'check/'])('there are rules of %s', (prefix) => {
  expect(describeRules().some(({ id }) => id.startsWith(prefix))).toBe(true);
});

test('every rule describes itself and is found by its id', () => {
  for (const rule of describeRules()) {
    expect(RuleDescription.parse(rule)).toEqual(rule);
    expect(explainRule(rule.id)).toEqual(rule);
  }
});

test('the error for an unknown rule suggests similar ones', () => {
  expect(() => explainRule('spec/name-lenght')).toThrow(/Did you mean .*spec\/name-length/);
  expect(() => explainRule('zzzzzzzzzz')).toThrow(/"zzzzzzzzzz".*assay explain/);
});
