import type { Command } from 'commander';
import { namesSuite } from '../../app/benchmark.ts';
import type { CassetteOptions } from '../../app/cassette-choice.ts';
import type { SettingOptions } from '../../app/choose-settings.ts';
import type { SkillSourceOptions } from '../../app/choose-skill.ts';
import type { RunChoice } from '../../app/choose-subjects.ts';
import { type Combination, combinationsOf } from '../../app/combinations.ts';
import type { ResumeOptions } from '../../app/continue-run.ts';
import type { EndedRun } from '../../app/matrix-summary.ts';
import type { ModelAccessOptions } from '../../app/model-access.ts';
import { resultsFolder } from '../../app/results-folder.ts';
import type { Matrix } from '../../app/resume-matrix.ts';
import { type BudgetOptions, howToGoOn, moreForAll } from '../../app/run-budget.ts';
import type { SuiteRunOptions } from '../../app/run-choices.ts';
import type { RunObserver } from '../../app/run-observer.ts';
import { sourceLimits } from '../../app/source-limits.ts';
import { AssayError } from '../../base/assay-error.ts';
import { printableJson } from '../../base/printable-json.ts';
import type { DryRun } from '../../contracts/dry-run.ts';
import type { Arm } from '../../contracts/identifiers.ts';
import { renderDryRun, renderMatrixDryRun } from '../../report/dry-run/render-dry-run.ts';
import { renderMatrix } from '../../report/matrix/render-matrix.ts';
import { renderJson } from '../../report/render-json.ts';
import { renderTerminal } from '../../report/terminal/render-terminal.ts';
import type { GlobalOptions, ScoringOptions } from '../common-options.ts';
import { COULD_NOT_MEASURE, exitCodeOf } from '../ending/exit-code.ts';
import { exitCodeOfRun } from '../ending/exit-code-of-run.ts';
import { untilInterrupted } from '../ending/until-interrupted.ts';
import type { ProbesOption } from '../probes-options.ts';
import { print, printJson, say, terminalOptions } from '../terminal/print.ts';
import { progressView } from '../terminal/progress.ts';

type ChoiceOptions = { task?: string[]; probe?: string[]; probes?: ProbesOption; arm?: Arm };

type SkillOptions = { skill?: string; skillName?: string; allowPrivate?: boolean; limit?: string[] };

type CommandOptions = {
  agentCommand?: string;
  agentResume?: string;
  agentProvider?: string;
  agentSkills?: string;
};

type SetupOptions = Pick<
  SuiteRunOptions,
  'judgeProvider' | 'judgeModel' | 'repeats' | 'concurrency' | 'seed' | 'prices' | 'runtime' | 'force'
>;

type Options = GlobalOptions &
  ScoringOptions &
  SkillOptions &
  ChoiceOptions &
  SetupOptions &
  CommandOptions &
  SettingOptions &
  ModelAccessOptions &
  CassetteOptions &
  BudgetOptions & {
    agent?: string[];
    model?: string[];
    resume?: string;
    dryRun?: boolean;
    secret?: string[];
    json?: boolean;
  };

/** The exit code is the same as for the run itself. */
const SKILL_FAILS = 1;

/** What the id of several runs begins with; that of a run begins with a date. */
const MATRIX_PREFIX = 'matrix-';

export async function run(suite: string | undefined, command: Command): Promise<void> {
  const options = command.optsWithGlobals<Options>();
  const { json = false, resume } = options;
  if (suite !== undefined && resume !== undefined) {
    throw new AssayError(
      'USAGE',
      `Give a suite to start a run, or --resume ${resume} to finish one, not both.`,
    );
  }
  if (options.skill === undefined && (suite === undefined || namesSuite(suite))) requireOwnSkill(options);
  const resultsDir = resultsFolder(options.results);
  if (resume?.startsWith(MATRIX_PREFIX)) return await goOnWithSeveral(resume, options, resultsDir);
  const ofSuite = (signal: AbortSignal) => suiteRunOf(named(suite), options, { resultsDir, signal });
  const combinations = chosenCombinations(options);
  const [one, ...others] = combinations;
  if (others.length > 0 || one === undefined) return await runSeveral(combinations, ofSuite, options);
  const { agent, model } = one;
  const ofOne = (signal: AbortSignal) => ({ ...ofSuite(signal), agent, model });
  if (options.dryRun) {
    const { dryRun } = await import('../../app/dry-run.ts');
    const planned = await untilInterrupted((signal) => dryRun(ofOne(signal), signal));
    return showPlanned(planned, json);
  }
  const scorecard = await untilInterrupted((signal) =>
    observed(async (observer) => {
      if (resume === undefined) {
        const { runSuite } = await import('../../app/run-suite.ts');
        return await runSuite(ofOne(signal), observer, signal);
      }
      const { resumeRun } = await import('../../app/resume-run.ts');
      return await resumeRun(resumeOf(resume, options, resultsDir), observer, signal);
    }),
  );
  print(json ? renderJson(scorecard) : renderTerminal(scorecard, terminalOptions()));
  if (!json) say(`Scorecard page: ${resultsDir}/${scorecard.runId}/scorecard.html`);
  const goOn = howToGoOn(scorecard);
  if (goOn !== null) say(goOn);
  process.exitCode = exitCodeOfRun(scorecard);
}

function chosenCombinations({ agent, agentCommand, model }: Options): Combination[] {
  return combinationsOf({ agents: agent, hasCommand: agentCommand !== undefined, models: model });
}

/** Runs several agents or models over the same trials. */
async function runSeveral(
  combinations: readonly Combination[],
  ofSuite: (signal: AbortSignal) => SharedOptions,
  { dryRun = false, json = false, ...options }: Options,
): Promise<void> {
  const { dryRunMatrix, runMatrix } = await import('../../app/run-matrix.ts');
  const ofAll = (signal: AbortSignal) => ({ ...ofSuite(signal), combinations });
  if (dryRun) {
    const planned = await untilInterrupted((signal) => dryRunMatrix(ofAll(signal), signal));
    print(json ? printableJson(planned) : renderMatrixDryRun(planned, terminalOptions()));
    if (planned.runs.some(({ checks }) => !checks.wouldRun)) process.exitCode = SKILL_FAILS;
    return;
  }
  const matrix = await untilInterrupted((signal) =>
    observed((observer) => runMatrix(ofAll(signal), observer, signal)),
  );
  showMatrix(matrix, { json, resultsDir: resultsFolder(options.results) });
}

/** Finishes the runs of several agents or models. */
async function goOnWithSeveral(matrixId: string, options: Options, resultsDir: string): Promise<void> {
  const { resumeMatrix } = await import('../../app/resume-matrix.ts');
  const { json = false, secret: secrets } = options;
  const given = { matrixId, resultsDir, access: accessOf(options), budget: budgetOf(options), secrets };
  const matrix = await untilInterrupted((signal) =>
    observed((observer) => resumeMatrix(given, observer, signal)),
  );
  showMatrix(matrix, { json, resultsDir });
}

/** Several runs end with the worst of their exit codes. */
function showMatrix(
  { summary, page, ended }: Matrix,
  { json, resultsDir }: { json: boolean; resultsDir: string },
): void {
  print(json ? printableJson(summary) : renderMatrix(summary, resultsDir, terminalOptions()));
  if (!json) say(`Summary page: ${page}`);
  if (summary.budgetReached !== null) say(moreForAll(summary.budgetReached, summary.matrixId));
  process.exitCode = Math.max(...ended.map(exitCodeOfEnded));
}

function exitCodeOfEnded(ended: EndedRun): number {
  if (ended.end === 'scored') return exitCodeOfRun(ended.scorecard);
  return ended.end === 'failed' ? exitCodeOf(ended.error) : COULD_NOT_MEASURE;
}

/** What a run needs besides its agent and its model. */
type SharedOptions = Omit<SuiteRunOptions, 'agent' | 'model'>;

function suiteRunOf(
  suite: string,
  options: Options,
  { resultsDir, signal }: { resultsDir: string; signal: AbortSignal },
): SharedOptions {
  const { repeats, concurrency, seed, prices, runtime, force, skill, record, replay } = options;
  const { judgeProvider, judgeModel } = options;
  const { eta, alpha, beta, thetaS, epsilon } = options;
  return {
    ...{ suite, resultsDir, repeats, concurrency, seed, prices, runtime, force },
    ...{ judgeProvider, judgeModel },
    command: commandOf(options),
    settings: settingsOf(options),
    source: sourceOptions(options, signal),
    skill: skill === undefined ? undefined : { text: skill, ...sourceOptions(options, signal) },
    choice: choiceOf(options),
    secrets: options.secret,
    access: accessOf(options),
    cassettes: { record, replay },
    budget: budgetOf(options),
    parameters: { eta, alpha, beta, thetaS, epsilon },
  };
}

function settingsOf({ permissions, skillPlace, effort, temperature }: SettingOptions): SettingOptions {
  return { permissions, skillPlace, effort, temperature };
}

function commandOf({ agentCommand: line, ...rest }: CommandOptions): SuiteRunOptions['command'] {
  const { agentResume: resume, agentProvider: provider, agentSkills: skills } = rest;
  if (line !== undefined) return { line, resume, provider, skills };
  const given = Object.entries({
    '--agent-resume': resume,
    '--agent-provider': provider,
    '--agent-skills': skills,
  }).find(([, value]) => value !== undefined);
  if (given === undefined) return undefined;
  throw new AssayError('USAGE', `${given[0]} needs --agent-command LINE.`);
}

function resumeOf(runId: string, options: Options, resultsDir: string): ResumeOptions {
  const { secret: secrets } = options;
  return { runId, resultsDir, access: accessOf(options), budget: budgetOf(options), secrets };
}

function accessOf({ baseUrl, providers }: ModelAccessOptions): ModelAccessOptions {
  return { baseUrl, providers };
}

function budgetOf({ maxTokens, maxRequests, maxSeconds, maxUsd }: BudgetOptions): BudgetOptions {
  return { maxTokens, maxRequests, maxSeconds, maxUsd };
}

function showPlanned(planned: DryRun, json: boolean): void {
  if (json) printJson(planned);
  else print(renderDryRun(planned, terminalOptions()));
  if (!planned.checks.wouldRun) process.exitCode = SKILL_FAILS;
}

function choiceOf({ task, probe, probes, arm }: ChoiceOptions): RunChoice {
  const chosen = { all: probe, quick: 'quick' as const, none: [] }[probes ?? 'all'];
  return {
    ...(task === undefined ? {} : { tasks: task }),
    ...(chosen === undefined ? {} : { probes: chosen }),
    ...(arm === undefined ? {} : { arm }),
  };
}

function sourceOptions(
  { skillName, allowPrivate = false, limit = [] }: SkillOptions,
  signal: AbortSignal,
): Omit<SkillSourceOptions, 'text'> {
  return { skillName, allowPrivate, limits: sourceLimits(limit), signal };
}

/** Options about a source have no effect without one, so they are refused rather than ignored. */
function requireOwnSkill({ skillName, allowPrivate, limit }: SkillOptions): void {
  const given = [
    ...(skillName === undefined ? [] : ['--skill-name']),
    ...(allowPrivate ? ['--allow-private'] : []),
    ...(limit === undefined ? [] : ['--limit']),
  ];
  if (given.length === 0) return;
  throw new AssayError(
    'USAGE',
    `${given.join(' and ')} ${given.length === 1 ? 'needs' : 'need'} --skill SOURCE.`,
  );
}

function named(suite: string | undefined): string {
  if (suite !== undefined) return suite;
  throw new AssayError(
    'USAGE',
    'No suite given. Name a suite folder or a skill with evals, or finish a run with --resume RUN.',
  );
}

async function observed<Result>(work: (observer: RunObserver) => Promise<Result>): Promise<Result> {
  using view = progressView(process.stderr);
  return await work({ say, progress: (progress) => view.show(progress) });
}
