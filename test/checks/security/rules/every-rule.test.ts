import { expect, test } from 'vitest';
import { SECURITY_RULES } from '../../../../src/checks/security/rules/rules.ts';
import { CONTROL_TABLES } from './control-tables.ts';
import { DATA_TABLES } from './data-tables.ts';
import { EXECUTION_TABLES } from './execution-tables.ts';
import { INJECTION_TABLES } from './injection-tables.ts';
import { SUPPLY_TABLES } from './supply-tables.ts';

const TABLES = [
  ...INJECTION_TABLES,
  ...EXECUTION_TABLES,
  ...DATA_TABLES,
  ...CONTROL_TABLES,
  ...SUPPLY_TABLES,
];

test('every rule of the security review has one table', () => {
  expect(TABLES.map(({ rule }) => rule).toSorted()).toEqual(SECURITY_RULES.map(({ id }) => id).toSorted());
});

test.each(TABLES)(
  '$rule is tested with four samples, two near misses and a sample that only documents it',
  (table) => {
    expect(table.found.length).toBeGreaterThanOrEqual(4);
    expect(table.nearMisses.length).toBeGreaterThanOrEqual(2);
    expect(table.documented.length).toBeGreaterThanOrEqual(1);
  },
);
