import { opencode } from '../../../src/agents/programs/opencode.ts';
import { describeProgram } from './conformance.ts';
import { ALL } from './failures.ts';

describeProgram(opencode, {
  wire: 'openai-chat',
  sightings: ['listed', 'tool-called', 'body-in-context'],
  told: ['"reasoning_effort":"low"', '"temperature":0.25'],
  neverTold: ['You are a title generator'],
  failures: ALL,
});
