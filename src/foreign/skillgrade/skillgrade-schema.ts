import { z } from 'zod';

const unread = z.unknown().optional();
const seconds = z.number().positive().nullish();
const share = z.number().min(0).max(1).nullish();

const Grader = z.strictObject({
  type: z.enum(['deterministic', 'llm_rubric']),
  setup: z.string().nullish(),
  run: z.string().nullish(),
  rubric: z.string().nullish(),
  model: unread,
  provider: unread,
  weight: z.number().positive().nullish(),
});
export type Grader = z.infer<typeof Grader>;

const GradedTask = z.strictObject({
  name: z.string().min(1),
  instruction: z.string().min(1),
  workspace: z
    .array(
      z.strictObject({
        src: z.string().min(1),
        dest: z.string().min(1),
        chmod: z.union([z.string(), z.number()]).nullish(),
      }),
    )
    .nullish(),
  graders: z.array(Grader).min(1),
  solution: z.string().nullish(),
  agent: unread,
  provider: unread,
  trials: unread,
  timeout: seconds,
  grader_model: unread,
  docker: unread,
  environment: unread,
});
export type GradedTask = z.infer<typeof GradedTask>;

export const Evaluation = z.strictObject({
  version: unread,
  skill: z.string().nullish(),
  defaults: z
    .strictObject({
      agent: unread,
      provider: unread,
      trials: unread,
      timeout: seconds,
      threshold: share,
      grader_model: unread,
      acp: unread,
      docker: z.strictObject({ base: z.string().nullish(), setup: z.string().nullish() }).nullish(),
      environment: z
        .strictObject({ cpus: z.number().positive().nullish(), memory_mb: z.number().positive().nullish() })
        .nullish(),
    })
    .nullish(),
  tasks: z.array(GradedTask).min(1).max(1000),
});
export type Evaluation = z.infer<typeof Evaluation>;
