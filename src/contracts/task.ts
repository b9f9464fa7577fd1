import { z } from 'zod';
import { EgressPolicy } from './egress.ts';
import { TaskEnvironment } from './environment.ts';
import { GitHistory } from './git-history.ts';
import { GraderSpec } from './grader-spec.ts';
import { Pattern, Slug } from './identifiers.ts';
import { LimitOverrides } from './limits.ts';
import { McpServers } from './mcp-server.ts';

/** Something that the user says once the agent has ended its turn. */
const UserTurn = z.strictObject({
  when: Pattern.optional().describe(
    "It is said only if this regular expression (RE2) matches the agent's last answer; otherwise it is skipped.",
  ),
  say: z.string().min(1).describe('What the user says.'),
  files: Slug.optional().describe(
    'A folder in `turns/`, whose files arrive in the workspace just before this is said.',
  ),
});
export type UserTurn = z.infer<typeof UserTurn>;

/** `task.yaml`: one functional task that can be run in both arms and decided by its graders. */
export const Task = z.strictObject({
  id: Slug,
  level: z.enum(['common', 'edge']).describe('A representative use, or a boundary or failure-handling case.'),
  objective: z.string().min(1).describe('What the task tests, for the reader of a scorecard.'),
  prompt: z.string().min(1).describe('What the agent is asked, the same in both arms.'),
  turns: z
    .array(UserTurn)
    .min(1)
    .max(50)
    .optional()
    .describe(
      'What the user says after the prompt, the same in both arms: each time the first of the rest that applies.',
    ),
  expected: z.string().min(1).describe('The expected outcome, for the reader.'),
  git: GitHistory.optional().describe(
    'The commits that the workspace has from the start; by default those of the suite, or no repository.',
  ),
  environment: TaskEnvironment.optional().describe(
    "What the sandboxes of this task have beside those of the suite; files for it are in the task's environment/.",
  ),
  limits: LimitOverrides.prefault({}),
  network: EgressPolicy.optional().describe(
    'What can be reached, in both arms; by default what the suite says.',
  ),
  mcp: McpServers.optional().describe('MCP servers that the agent is given; by default those of the suite.'),
  graders: z.array(GraderSpec).min(1).describe('All of them must pass.'),
});
export type Task = z.infer<typeof Task>;

/** The prompt and the turns of the user, in their order. */
export function wordsOfUser({ prompt, turns = [] }: Pick<Task, 'prompt' | 'turns'>): string {
  return [prompt, ...turns.map(({ say }) => say)].join('\n\n');
}
