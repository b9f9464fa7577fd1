import { expect, test } from 'vitest';
import { RULES } from '../../src/checks/rules.ts';

test('every rule has a unique id', () => {
  const ids = RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(RULES.map((rule) => [rule.id, rule] as const))(
  '%s states its claim, motivation, remedy and reference',
  (id, rule) => {
    expect(id).toMatch(/^(spec|manifest|security|source|site|check)\/[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(rule.title).not.toMatch(/\.$/);
    expect(rule.why).toMatch(/[.]$/);
    expect(rule.remedy).toMatch(/[.]$/);
    expect(rule.reference).not.toBe('');
  },
);
