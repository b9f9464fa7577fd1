import { DATA_TABLES } from './data-tables.ts';
import { testRules } from './rule-table.ts';

testRules(DATA_TABLES);
