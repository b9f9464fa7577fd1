import { INJECTION_TABLES } from './injection-tables.ts';
import { testRules } from './rule-table.ts';

testRules(INJECTION_TABLES);
