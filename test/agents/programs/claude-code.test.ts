import { claudeCode } from '../../../src/agents/programs/claude-code.ts';
import { describeProgram } from './conformance.ts';
import { answersOfClaudeCode } from './delegated-work.ts';
import { ALL } from './failures.ts';

describeProgram(claudeCode, {
  wire: 'anthropic-messages',
  sightings: ['listed', 'tool-called', 'body-in-context'],
  refusal: 'Permission to use Bash has been denied',
  told: ['"output_config":{"effort":"low"}'],
  neverTold: ['# Memory', '/memory/'],
  delegating: answersOfClaudeCode,
  failures: ALL,
});
