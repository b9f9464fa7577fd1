import type { AgentDescription } from '../agents/agent.ts';
import { AssayError } from '../base/assay-error.ts';
import { DEFAULT_PARAMETERS } from '../contracts/parameters.ts';
import { type Benchmark, loadBenchmark, suiteOfTask } from './benchmark.ts';
import { type CassetteOptions, cassetteChoice, seedFor } from './cassette-choice.ts';
import { type AgentOptions, chooseAgent } from './choose-agent.ts';
import { chooseSettings, type SettingOptions } from './choose-settings.ts';
import { type ChosenSkill, fetchSkill, type SkillSourceOptions } from './choose-skill.ts';
import { type RunChoice, requireKnown } from './choose-subjects.ts';
import type { ModelAccessOptions } from './model-access.ts';
import { agentSetup } from './model-choice.ts';
import { readPrices } from './read-prices.ts';
import { requireAble } from './require-able.ts';
import type { BudgetOptions } from './run-budget.ts';
import { type ParameterOverrides, scoringParameters } from './scoring-parameters.ts';

export type SuiteRunOptions = AgentOptions & {
  /** A suite, one of its tasks, or a skill that brings its own evals. */
  suite: string;
  /** How a skill is fetched that is named in place of a suite. */
  source?: Omit<SkillSourceOptions, 'text'> | undefined;
  /** A skill to use instead of the suite's own. */
  skill?: SkillSourceOptions | undefined;
  /** The part of the suite to run; all of it if not given. */
  choice?: RunChoice | undefined;
  model: string;
  settings?: SettingOptions | undefined;
  /** The provider and the model that judge rubrics, in place of the run's own. */
  judgeProvider?: string | undefined;
  judgeModel?: string | undefined;
  /** How the model is reached; by the environment if not given. */
  access?: ModelAccessOptions | undefined;
  cassettes?: CassetteOptions | undefined;
  /** Limits of the whole run, in place of the suite's. */
  budget?: BudgetOptions | undefined;
  /** The path of a `prices.yaml`, whose entries come before ours. */
  prices?: string | undefined;
  /** Names of the secrets that the suite may have. */
  secrets?: readonly string[] | undefined;
  repeats: number;
  concurrency: number;
  /** Decides the order of the trials; random if not given. */
  seed?: string | undefined;
  /** The container runtime; the engine's default if not given. */
  runtime?: string | undefined;
  /** Runs a skill that fails its checks. */
  force?: boolean | undefined;
  parameters?: ParameterOverrides | undefined;
  resultsDir: string;
};

/** The options of a run whose suite is a folder, and the skill that was named in its place. */
export type FoundSuite = SuiteRunOptions & { found?: ChosenSkill };

/** The agent, the model and how it is reached, and the parameters of the scores. */
export async function chooseSetup(options: SuiteRunOptions, signal: AbortSignal) {
  const { agent, ...chosen } = await chooseAgent(options, signal);
  const settings = chooseSettings(agent, options.settings ?? {});
  const cassettes = cassetteChoice(options.cassettes ?? {});
  return {
    agent,
    cassettes,
    setup: agentSetup(agent, options.model, { settings, ...chosen }),
    seed: seedFor(cassettes, options.seed),
    prices: readPrices(options.prices),
    parameters: scoringParameters(options.parameters ?? {}, DEFAULT_PARAMETERS),
  };
}

export async function benchmarkFor(options: FoundSuite, agent: AgentDescription): Promise<Benchmark> {
  const { skill, found } = options;
  const { suite, choice } = partOf(options);
  const otherSkill = skill === undefined ? chosenAlready(found) : (dir: string) => fetchSkill(skill, dir);
  const benchmark = await loadBenchmark(suite, {
    choice,
    ...(otherSkill === undefined ? {} : { otherSkill }),
  });
  requireKnown(choice, benchmark);
  requireAble(agent, benchmark);
  return benchmark;
}

function chosenAlready(found: ChosenSkill | undefined): (() => Promise<ChosenSkill>) | undefined {
  return found === undefined ? undefined : async () => found;
}

/** The folder of a task stands for its suite with this task alone. */
function partOf({ suite, choice = {} }: FoundSuite): { suite: string; choice: RunChoice } {
  const one = suiteOfTask(suite);
  if (one === null) return { suite, choice };
  if (choice.tasks === undefined) return { suite: one.suite, choice: { ...choice, tasks: [one.task] } };
  throw new AssayError(
    'USAGE',
    `${suite} is one task of ${one.suite}: name the suite to choose tasks with --task.`,
  );
}
