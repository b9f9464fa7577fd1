import { CONTROL_TABLES } from './control-tables.ts';
import { testRules } from './rule-table.ts';

testRules(CONTROL_TABLES);
