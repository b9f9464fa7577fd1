import { z } from 'zod';

const unread = z.unknown().optional();
const texts = z.union([z.string(), z.array(z.string())]);

const Assert = z.looseObject({
  type: z.string().min(1),
  value: unread,
  threshold: z.number().nullish(),
  weight: z.number().nullish(),
  assert: unread,
});
export type Assert = z.infer<typeof Assert>;

const vars = z.record(z.string(), z.unknown());

const Test = z.strictObject({
  description: z.string().nullish(),
  vars: vars.nullish(),
  assert: z.array(Assert).nullish(),
  threshold: z.number().min(0).max(1).nullish(),
  options: z.looseObject({ disableVarExpansion: z.boolean().nullish() }).nullish(),
  metadata: unread,
  provider: unread,
  providers: unread,
  prompts: unread,
});
export type Test = z.infer<typeof Test>;

const Prompt = z.union([
  z.string(),
  z.looseObject({ id: z.string().nullish(), raw: z.string().nullish(), label: z.string().nullish() }),
]);

const Provider = z.union([
  z.string(),
  z.looseObject({
    id: z.string().nullish(),
    config: z.looseObject({ working_dir: z.string().nullish(), skills: unread }).nullish(),
  }),
]);
export type Provider = z.infer<typeof Provider>;

export const Config = z.looseObject({
  description: z.string().nullish(),
  prompts: z.union([texts, z.array(Prompt)]).nullish(),
  providers: z.union([z.string(), z.array(Provider)]).nullish(),
  targets: z.union([z.string(), z.array(Provider)]).nullish(),
  defaultTest: Test.nullish(),
  tests: z.array(Test).min(1).max(1000),
  scenarios: unread,
  evaluateOptions: unread,
  redteam: unread,
});
export type Config = z.infer<typeof Config>;
