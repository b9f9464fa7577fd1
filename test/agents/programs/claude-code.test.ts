import { claudeCode } from '../../../src/agents/programs/claude-code.ts';
import { describeProgram } from './conformance.ts';

describeProgram(claudeCode, {
  wire: 'anthropic-messages',
  sightings: ['listed', 'tool-called', 'body-in-context'],
  told: ['"output_config":{"effort":"low"}'],
});
