import { gemini } from '../../../src/agents/programs/gemini.ts';
import { describeProgram } from './conformance.ts';
import { WITHOUT_REPAIR } from './failures.ts';

describeProgram(gemini, {
  wire: 'gemini',
  sightings: ['listed', 'tool-called', 'body-in-context'],
  told: ['"thinkingLevel":"LOW"', '"temperature":0.25'],
  neverTold: ['save_memory', 'google_web_search', 'web_fetch'].map((name) => `"name":"${name}"`),
  failures: WITHOUT_REPAIR,
});
