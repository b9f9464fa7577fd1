import { claudeCode } from './claude-code.ts';
import { describeProgram } from './conformance.ts';

describeProgram(claudeCode);
