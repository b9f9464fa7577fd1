import { z } from 'zod';
import { SkillPlace } from './agent-settings.ts';
import { RunBudget } from './budget.ts';
import { EgressPolicy } from './egress.ts';
import { Environment } from './environment.ts';
import { GitHistory } from './git-history.ts';
import { RelativePath, Slug } from './identifiers.ts';
import { LimitOverrides } from './limits.ts';
import { McpServers } from './mcp-server.ts';
import { ServiceSecretSpec } from './service-secrets.ts';

/** Who has chosen the tasks, where a reader of the scorecard should know it. */
export const TasksBy = z
  .literal('skill-author')
  .describe('The tasks come with the skill, so that its author has chosen what it is measured by.');

const SuiteFields = z.strictObject({
  id: Slug,
  title: z.string().min(1),
  description: z.string().min(1),
  skill: z.string().min(1).default('skill').describe('Folder of the skill, relative to this file.'),
  skillPlace: SkillPlace.optional().describe(
    'Where agent programs find the skill: in their home folder, which is usual, or in the workspace.',
  ),
  tasksBy: TasksBy.optional(),
  evals: z
    .array(RelativePath)
    .min(1)
    .optional()
    .describe(
      'Files of the skill that the tasks were imported from. The sandboxes of tasks go without them.',
    ),
  environment: Environment.optional().describe(
    'What the sandbox of both arms has beside the usual; files for it are in the folder environment/.',
  ),
  limits: LimitOverrides.prefault({}).describe('Defaults for the tasks of the suite.'),
  network: EgressPolicy.optional().describe('What the tasks can reach; by default nothing.'),
  mcp: McpServers.optional().describe('MCP servers that the agent is given.'),
  git: GitHistory.optional().describe('The commits that the workspaces of tasks have from the start.'),
  secrets: z
    .array(ServiceSecretSpec)
    .min(1)
    .optional()
    .describe('Secrets of the services that the network leads to.'),
  budget: RunBudget.prefault({}).describe('Budget of a whole run; a command-line option overrides it.'),
});

/** `suite.yaml`: the benchmark of one skill. */
export const Suite = SuiteFields.superRefine(({ network, secrets = [] }, context) => {
  for (const [index, { hosts }] of secrets.entries()) {
    const at = hosts.findIndex((host) => !isOpenedBy(network, host));
    const error = 'a host that network allows and does not leave unopened, written in the same way';
    if (at !== -1)
      context.addIssue({
        code: 'custom',
        path: ['secrets', index, 'hosts', at],
        message: error,
        input: hosts[at],
      });
  }
});
export type Suite = z.infer<typeof Suite>;

function isOpenedBy(network: EgressPolicy | undefined, host: string): boolean {
  return network?.kind === 'allow' && network.hosts.includes(host) && !network.unopened.includes(host);
}
