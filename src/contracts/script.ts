import { z } from 'zod';
import { Pattern } from './identifiers.ts';

/** Stands for the name of the skill under test in the script of the with-skill arm. */
export const SKILL_PLACEHOLDER = '{{skill}}';

/** Faults that an answer can have, to see how an agent and the harness handle them. */
export const ScriptedFault = z.enum([
  'unauthorized',
  'rate-limit',
  'server-error',
  'context-overflow',
  'hang',
  'stall',
  'malformed-event',
  'cut-stream',
  'refusal',
  'output-limit',
  'malformed-call',
]);
export type ScriptedFault = z.infer<typeof ScriptedFault>;

const tokens = z.int().nonnegative().max(10_000_000);

/** What an answer reports instead of the tokens that were counted. It is simulated either way. */
const ScriptedUsage = z.strictObject({ inputTokens: tokens, outputTokens: tokens }).partial();

/** One answer of the scripted model: text, tool calls, or both. */
export const ScriptedTurn = turnWith(
  z.strictObject({ tool: z.string().min(1), input: z.record(z.string(), z.unknown()) }),
);
export type ScriptedTurn = z.infer<typeof ScriptedTurn>;

const ScriptedJudgement = z.strictObject({
  criterion: z.string().min(1).describe('A criterion of a rubric of the task, word for word.'),
  met: Pattern.describe(
    'The criterion is met if this regular expression (RE2) matches in one of the parts of the work. What it matches is the quote.',
  ),
});
export type ScriptedJudgement = z.infer<typeof ScriptedJudgement>;

/** The answers of the scripted model, turn by turn, with the tools of whatever agent asks it. */
export const Script = scriptWith(ScriptedTurn);
export type Script = z.infer<typeof Script>;

/** A call of a tool of an MCP server, which each agent knows by a name of its own. */
export const McpCall = z.strictObject({
  server: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
});
export type McpCall = z.infer<typeof McpCall>;

const KnownCall = z.discriminatedUnion('tool', [
  z.strictObject({ tool: z.literal('bash'), input: z.strictObject({ command: z.string() }) }),
  z.strictObject({ tool: z.literal('read_file'), input: z.strictObject({ path: z.string() }) }),
  z.strictObject({
    tool: z.literal('write_file'),
    input: z.strictObject({ path: z.string(), content: z.string() }),
  }),
  z.strictObject({ tool: z.literal('mcp'), input: McpCall }),
  z.strictObject({ tool: z.literal('skill'), input: z.strictObject({ name: z.string() }) }),
]);
/** The name of a tool that every agent has, and a `script.yaml` can call. */
export type KnownTool = Exclude<z.infer<typeof KnownCall>['tool'], 'mcp'>;

/**
 * `script.yaml`: the answers of the scripted model in each arm. After the last turn it says that it is done.
 * A result that was produced with it says nothing about a skill.
 */
export const ScriptFile = scriptWith(turnWith(KnownCall));

/**
 * `probes/ID/script.yaml` of a suite: what the scripted model does in a probe when it works with the skill of the
 * suite. Without the skill it does what the probe's own script says.
 */
export const ProbeScriptFile = z.strictObject({ arms: ScriptFile.shape.arms.pick({ 'with-skill': true }) });

function turnWith<Call extends z.ZodType>(call: Call) {
  return z.strictObject({
    when: Pattern.optional().describe(
      'This turn is taken only if this regular expression (RE2) matches the last tool output, or what the user has said since then.',
    ),
    opens: Pattern.exactOptional().describe(
      'A conversation whose prompt this regular expression (RE2) matches begins with this turn, and has those up to the next turn that opens one. Other conversations have the turns before.',
    ),
    say: z.string().default(''),
    call: z.array(call).default([]),
    usage: ScriptedUsage.exactOptional().describe(
      'The tokens that the answer reports, such as those of a conversation that an agent compacts. What is left out is counted.',
    ),
    fault: ScriptedFault.optional().describe(
      'The answer fails in this way, each time it is requested. `hang` never begins to answer, `stall` stops half way, and `malformed-call` has calls whose arguments cannot be read.',
    ),
  });
}

function scriptWith<Turn extends z.ZodType>(turn: Turn) {
  return z.strictObject({
    latencyMs: z
      .int()
      .nonnegative()
      .max(60_000)
      .default(0)
      .describe('Simulated thinking time of each answer.'),
    judge: z
      .array(ScriptedJudgement)
      .exactOptional()
      .describe("How the scripted model judges the task's rubrics, the same in both arms."),
    arms: z.strictObject({
      baseline: z.array(turn),
      'with-skill': z
        .array(turn)
        .describe(`${SKILL_PLACEHOLDER} in a text stands for the name of the skill under test.`),
    }),
  });
}
