import { z } from 'zod';

const unread = z.unknown().optional();
const seconds = z.number().positive().nullish();
const texts = z.array(z.string()).nullish();

/** A grader of any type: what it checks is in its `config`. */
const Grader = z.strictObject({
  type: z.string().min(1),
  name: z.string().nullish(),
  config: z.record(z.string(), z.unknown()).nullish(),
  weight: unread,
  script: unread,
  rubric: unread,
});
export type WazaGrader = z.infer<typeof Grader>;

export const WazaEval = z.strictObject({
  name: z.string().nullish(),
  description: z.string().nullish(),
  skill: z.string().nullish(),
  version: unread,
  config: z.looseObject({ timeout_seconds: seconds }).nullish(),
  hooks: unread,
  inputs: unread,
  tasks_from: unread,
  range: unread,
  graders: z.array(Grader).nullish(),
  metrics: unread,
  tasks: z.array(z.string().min(1)).nullish(),
  baseline: unread,
});
export type WazaEval = z.infer<typeof WazaEval>;

const GivenFile = z.union([z.string(), z.looseObject({ path: z.string(), content: z.string().nullish() })]);

export const WazaTask = z.strictObject({
  id: z.string().min(1),
  name: z.string().nullish(),
  description: z.string().nullish(),
  enabled: z.boolean().nullish(),
  context_dir: z.string().nullish(),
  timeout_seconds: seconds,
  tags: unread,
  inputs: z.strictObject({
    prompt: z.string().min(1),
    context: unread,
    files: z.array(GivenFile).nullish(),
    environment: unread,
  }),
  expected: z
    .strictObject({
      output_contains: texts,
      output_contains_any: texts,
      output_not_contains: texts,
      outcomes: z.array(z.looseObject({ type: z.string().nullish() })).nullish(),
      tool_calls: unread,
      should_trigger: unread,
      behavior: z.looseObject({ max_response_time_ms: z.number().positive().nullish() }).nullish(),
    })
    .nullish(),
  graders: z.array(Grader).nullish(),
});
export type WazaTask = z.infer<typeof WazaTask>;
