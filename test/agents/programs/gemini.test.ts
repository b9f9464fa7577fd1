import { gemini } from '../../../src/agents/programs/gemini.ts';
import { describeProgram } from './conformance.ts';
import { WITHOUT_REPAIR } from './failures.ts';

/** Its mode for plans lets its model write them there, whatever the folder before `plans` is called. */
const PLAN = '.gemini/tmp/any/plans/plan.md';

describeProgram(gemini, {
  wire: 'gemini',
  sightings: ['listed', 'tool-called', 'body-in-context'],
  told: ['"thinkingLevel":"LOW"', '"temperature":0.25'],
  neverTold: ['save_memory', 'google_web_search', 'web_fetch'].map((name) => `"name":"${name}"`),
  refusal: 'Tool "exit_plan_mode" not found',
  deniedCalls: [
    {
      tool: 'replace',
      input: { file_path: PLAN, old_string: '', new_string: 'Write.\n', instruction: 'Plan' },
    },
    { tool: 'exit_plan_mode', input: { plan_filename: PLAN } },
    { tool: 'bash', input: { command: 'touch written.txt' } },
  ],
  failures: WITHOUT_REPAIR,
});
