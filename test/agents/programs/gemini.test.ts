import { gemini } from '../../../src/agents/programs/gemini.ts';
import { describeProgram } from './conformance.ts';
import { WITHOUT_REPAIR } from './failures.ts';

describeProgram(gemini, {
  wire: 'gemini',
  sightings: ['listed', 'tool-called', 'body-in-context'],
  told: ['"thinkingLevel":"LOW"', '"temperature":0.25'],
  neverTold: ['"name":"save_memory"'],
  failures: WITHOUT_REPAIR,
});
