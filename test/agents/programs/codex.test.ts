import { codex } from './codex.ts';
import { describeProgram } from './conformance.ts';

describeProgram(codex);
