import { testRules } from './rule-table.ts';
import { SUPPLY_TABLES } from './supply-tables.ts';

testRules(SUPPLY_TABLES);
