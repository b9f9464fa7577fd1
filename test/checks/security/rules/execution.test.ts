import { EXECUTION_TABLES } from './execution-tables.ts';
import { testRules } from './rule-table.ts';

testRules(EXECUTION_TABLES);
