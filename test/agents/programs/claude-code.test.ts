import { claudeCode } from '../../../src/agents/programs/claude-code.ts';
import { describeProgram } from './conformance.ts';

describeProgram(claudeCode);
