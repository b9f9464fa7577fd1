import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { RULES_BY_PRECEDENCE, SECURITY_RULES } from '../../../../src/checks/security/rules/rules.ts';

const ids: readonly string[] = SECURITY_RULES.map(({ id }) => id);

test('each rule is in the file that its id names, and each of these files is listed', () => {
  const files = globSync('src/checks/security/rules/*.ts').map((file) => basename(file, '.ts'));
  const named = files.filter((file) => file !== 'rules').map((file) => `security/${file}`);
  expect(ids.toSorted()).toEqual(named.toSorted());
});

test('each listed rule has exactly one place in the order of precedence', () => {
  expect(RULES_BY_PRECEDENCE.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test('every rule that the engine names is listed', () => {
  const engine = globSync('src/checks/security/engine/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const named = engine.flatMap((text) => text.match(/(?<=')security\/[\w-]+(?=')/g) ?? []);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
});
