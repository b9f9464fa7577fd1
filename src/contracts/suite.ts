import { z } from 'zod';
import { RunBudget } from './budget.ts';
import { EgressPolicy } from './egress.ts';
import { Environment } from './environment.ts';
import { Slug } from './identifiers.ts';
import { LimitOverrides } from './limits.ts';

/** `suite.yaml`: the benchmark of one skill. */
export const Suite = z.strictObject({
  id: Slug,
  title: z.string().min(1),
  description: z.string().min(1),
  skill: z.string().min(1).default('skill').describe('Folder of the skill, relative to this file.'),
  environment: Environment.optional().describe(
    'What the sandbox of both arms has beside the usual; files for it are in the folder environment/.',
  ),
  limits: LimitOverrides.prefault({}).describe('Defaults for the tasks of the suite.'),
  network: EgressPolicy.optional().describe('What the tasks can reach; by default nothing.'),
  budget: RunBudget.prefault({}).describe('Budget of a whole run; a command-line option overrides it.'),
});
export type Suite = z.infer<typeof Suite>;
