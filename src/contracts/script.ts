import { z } from 'zod';
import { Pattern } from './identifiers.ts';

const ScriptedToolCall = z.strictObject({
  tool: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
});

/** What may go wrong with an answer, so that it can be seen what an agent and the harness make of it. */
export const ScriptedFault = z.enum([
  'rate-limit',
  'server-error',
  'stall',
  'malformed-event',
  'cut-stream',
  'refusal',
  'output-limit',
]);
export type ScriptedFault = z.infer<typeof ScriptedFault>;

/** One answer of the scripted model: text, tool calls, or both. */
export const ScriptedTurn = z.strictObject({
  when: Pattern.optional().describe(
    'This turn is taken only if this regular expression (RE2) matches the last tool output.',
  ),
  say: z.string().default(''),
  call: z.array(ScriptedToolCall).default([]),
  fault: ScriptedFault.optional().describe('Goes wrong in this way, each time it is asked for.'),
});
export type ScriptedTurn = z.infer<typeof ScriptedTurn>;

/**
 * `script.yaml`: what the scripted model answers, turn by turn, in each arm. After the last turn it says it is
 * done. A result that it produced says nothing about a skill.
 */
export const Script = z.strictObject({
  latencyMs: z.int().nonnegative().max(60_000).default(0).describe('Simulated thinking time of each answer.'),
  arms: z.strictObject({
    baseline: z.array(ScriptedTurn),
    'with-skill': z.array(ScriptedTurn),
  }),
});
export type Script = z.infer<typeof Script>;
