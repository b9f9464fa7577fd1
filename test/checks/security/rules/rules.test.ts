import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SECURITY_RULES } from '../../../../src/checks/security/rules/rules.ts';

const ENGINE = globSync('src/checks/security/engine/**/*.ts').map((file) => readFileSync(file, 'utf8'));
const named = new Set(
  ENGINE.flatMap((text) => [...text.matchAll(/'(security\/[\w-]+)'/g)].map(([, id]) => id)),
);

test('the table has every rule that the engine names', () => {
  const ids = new Set<string | undefined>(SECURITY_RULES.map(({ id }) => id));
  expect(named.size).toBeGreaterThan(30);
  expect([...named].filter((id) => !ids.has(id))).toEqual([]);
});
