import { codex } from '../../../src/agents/programs/codex.ts';
import { describeProgram } from './conformance.ts';
import { ALL } from './failures.ts';

describeProgram(codex, {
  wire: 'openai-responses',
  sightings: ['listed', 'file-touched'],
  told: ['"reasoning":{"effort":"low"'],
  neverTold: ['"name":"create_goal"', 'memories'],
  failures: ALL,
});
