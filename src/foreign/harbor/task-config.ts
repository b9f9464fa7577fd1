import { z } from 'zod';

const seconds = z.number().nonnegative().nullish();
const text = z.string().nullish();
const texts = z.array(z.string()).nullish();
/** Values of variables may be written as numbers. */
const env = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).nullish();
const network = {
  network_mode: z.enum(['public', 'no-network', 'allowlist']).nullish(),
  allowed_hosts: texts,
};
/** What an import leaves out as a whole, whatever is in it. */
const unread = z.unknown().optional();

const Resources = {
  docker_image: text,
  os: text,
  cpus: z.number().nullish(),
  memory_mb: z.number().nullish(),
  storage_mb: z.number().nullish(),
  gpus: z.number().nullish(),
  gpu_types: unread,
  tpu: unread,
  /** Deprecated names of the sizes and of the network. */
  memory: z.union([z.string(), z.number()]).nullish(),
  storage: z.union([z.string(), z.number()]).nullish(),
  allow_internet: z.boolean().nullish(),
};

const Agent = z.strictObject({
  timeout_sec: seconds,
  user: z.union([z.string(), z.number()]).nullish(),
  ...network,
});

/** The sandbox of a verifier that has one of its own. */
const VerifierEnvironment = z.strictObject({
  ...Resources,
  ...network,
  build_timeout_sec: seconds,
  workdir: text,
  env,
});

const Verifier = z.strictObject({
  timeout_sec: seconds,
  env,
  user: z.union([z.string(), z.number()]).nullish(),
  ...network,
  environment_mode: text,
  sandbox_mode: text,
  environment: VerifierEnvironment.nullish(),
  sandbox: VerifierEnvironment.nullish(),
  collect: unread,
  pytest_plugins: unread,
  hardening: unread,
});

const Environment = z.strictObject({
  build_timeout_sec: seconds,
  ...Resources,
  ...network,
  workdir: text,
  env,
  skills_dir: text,
  mcp_servers: z.array(unread).nullish(),
  healthcheck: unread,
});

const Step = z.strictObject({
  name: z.string().min(1),
  min_reward: unread,
  artifacts: unread,
  agent: Agent.nullish(),
  verifier: Verifier.nullish(),
  healthcheck: unread,
});

/** `task.toml`, and the front matter of a `task.md`. Where two keys mean the same, either may be there. */
export const TaskConfig = z.strictObject({
  schema_version: z.union([z.string(), z.number()]).nullish(),
  version: z.union([z.string(), z.number()]).nullish(),
  source: unread,
  artifacts: unread,
  multi_step_reward_strategy: z.enum(['mean', 'final']).nullish(),
  multi_step_reward_mode: z.enum(['mean', 'final']).nullish(),
  task: z
    .strictObject({
      name: text,
      version: unread,
      description: text,
      authors: unread,
      keywords: unread,
    })
    .nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  agent: Agent.nullish(),
  verifier: Verifier.nullish(),
  environment: Environment.nullish(),
  sandbox: Environment.nullish(),
  solution: z.strictObject({ env }).nullish(),
  oracle: z.strictObject({ env }).nullish(),
  steps: z.array(Step).nullish(),
  agents: unread,
  scenes: z
    .array(z.looseObject({ name: text, turns: z.array(z.looseObject({ prompt: text })).nullish() }))
    .nullish(),
  user: unread,
  benchflow: unread,
});
export type TaskConfig = z.infer<typeof TaskConfig>;
export type AgentConfig = z.infer<typeof Agent>;
export type VerifierConfig = z.infer<typeof Verifier>;
export type VerifierEnvironmentConfig = z.infer<typeof VerifierEnvironment>;
export type EnvironmentConfig = z.infer<typeof Environment>;
export type StepConfig = z.infer<typeof Step>;
