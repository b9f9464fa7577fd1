import { z } from 'zod';

/**
 * Whether the agent's tools work: all of them, those that the agent would ask a person about only if somebody allowed it, which
 * nobody does, or only those that it never asks about.
 */
export const Permissions = z.enum(['allow', 'ask', 'deny']);
export type Permissions = z.infer<typeof Permissions>;

export const SkillPlace = z.enum(['home', 'project']);
export type SkillPlace = z.infer<typeof SkillPlace>;

/** What a run sets of its agent; the same in both arms. */
export const AgentSettings = z.strictObject({
  permissions: Permissions.default('allow').describe(
    'What the agent may do: everything; what it would ask a person about, whom nobody plays; or only what it needs no permission for.',
  ),
  skillPlace: SkillPlace.default('home').describe(
    "Whether the agent finds the skill in its home folder or in the task's workspace.",
  ),
  effort: z
    .string()
    .regex(/^[a-z]{1,16}$/, 'a word such as low, medium or high')
    .nullable()
    .describe('How hard the model should think; null: as the agent has it.'),
  temperature: z.number().min(0).max(2).nullable().describe('null: as the agent has it.'),
});
export type AgentSettings = z.infer<typeof AgentSettings>;

export const USUAL_SETTINGS: AgentSettings = {
  permissions: 'allow',
  skillPlace: 'home',
  effort: null,
  temperature: null,
};
