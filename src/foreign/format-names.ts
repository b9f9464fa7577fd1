/** The formats that `assay import` reads, in the order in which its help lists them. Help loads this and no reader. */
export const FORMAT_NAMES = {
  'agent-skills': 'evals/evals.json of a skill',
  harbor: 'tasks of Harbor and SkillsBench: task.toml',
  'task-md': 'tasks of BenchFlow: task.md',
  'benchflow-cases': 'evals.json of BenchFlow, with cases',
  skillgrade: 'eval.yaml of skillgrade',
  waza: 'eval.yaml of waza, with files of tasks',
  dotnet: 'eval.yaml of dotnet/skills, with scenarios',
  promptfoo: 'promptfooconfig.yaml',
  skilltester: 'benchmark_manifest.json of SkillTester',
} as const;
export type FormatId = keyof typeof FORMAT_NAMES;

/** Stands for whatever format the files look like. */
export const ANY_FORMAT = 'auto';
