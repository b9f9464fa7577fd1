import { join } from 'node:path';
import { AssayError, reasonOf } from '../base/assay-error.ts';
import { canonicalJson, digestOf } from '../base/digest.ts';
import { readSkill } from '../checks/skill/read-skill.ts';
import { snapshotOf } from '../checks/snapshot.ts';
import type { Sha256 } from '../contracts/identifiers.ts';
import { effectiveLimits } from '../contracts/limits.ts';
import { SuiteCheck, type SuiteVerdict, suiteVerdict, type TaskCheck } from '../contracts/suite-check.ts';
import { ContentJudge } from '../graders/reading/content-judge.ts';
import { checkTasks } from '../runner/check-task.ts';
import { systemClock } from '../runner/clock.ts';
import { taskSubject } from '../runner/trial-subject.ts';
import type { SandboxEngine } from '../sandbox/sandbox.ts';
import { openSession } from '../sandbox/session/session.ts';
import { AnswerSearch } from '../suites/answer-search.ts';
import { lintTask, lintTogether, warningsFor } from '../suites/lint-suite.ts';
import type { LintedSkill, LintedTask } from '../suites/linted-task.ts';
import { summarise } from '../suites/suite-digest.ts';
import { assayVersion } from './assay-version.ts';
import { type Benchmark, loadBenchmark, suiteOfTask } from './benchmark.ts';
import { plainImage } from './image-stacks.ts';
import { machinesFor } from './machines-for.ts';
import { provideTemplates, type Templates } from './provide-templates.ts';
import { serviceSecrets } from './service-secrets.ts';
import { readState, writeState } from './state-file.ts';

export type CheckSuiteOptions = {
  suite: string;
  concurrency: number;
  /** Permits fewer tasks than say anything. */
  allowSmall: boolean;
  /** Checks again what is known already. */
  fresh: boolean;
  /** Names of the secrets that the suite may have. */
  secrets?: readonly string[] | undefined;
};

/** How often each solution and each untouched workspace is graded: what is not alike each time is luck. */
const PROOFS = 3;
const SHOWN_REPEATS = [1, 3, 5];
const SIGNIFICANCE = 0.05;

type Observer = { say: (line: string) => void; onTask: (check: TaskCheck) => void };

/**
 * Tries whether a suite can tell the arms apart, without any model. The result is kept, so that the same
 * suite in the same image is not checked twice.
 */
export async function checkSuite(
  { suite, concurrency, allowSmall, fresh, secrets: allowed = [] }: CheckSuiteOptions,
  { say, onTask }: Observer,
  signal: AbortSignal,
): Promise<SuiteCheck> {
  const benchmark = await wholeSuite(suiteOfTask(suite)?.suite ?? suite);
  if (readSkill(benchmark.skill).document === null) throw noSkill(benchmark);
  const secrets = serviceSecrets(benchmark.suite.suite, { allowed, say });
  const wanted = { recipe: null, benchmark, machines: machinesFor(benchmark, null) };
  const templates = await provideTemplates(wanted, say, signal);
  await using engine = await openSession(undefined, { ...templates.suite, secrets });
  const imageDigest = await engine.imageDigest();
  const kept = fresh ? null : await keptCheck(benchmark);
  // An image may be built anew under the same name, with other things in it.
  const known = kept?.imageDigest === imageDigest ? kept : null;
  const proving = { engine, templates, concurrency, imageDigest };
  const proven = known ?? (await prove(benchmark, proving, onTask, signal));
  const check = withVerdict(proven, lintTogether(lintedTasks(benchmark), allowSmall));
  await keepCheck(benchmark, check).catch((cause: unknown) => say(notKept(cause)));
  return check;
}

/**
 * The verdict of the last check of exactly this suite with its own skill, whatever agent works on whichever part
 * of it; `null` if there was none. A skill from elsewhere may hold what the suite's own does not, such as an
 * expected file: what texts and files show is looked at again with the skill that is run.
 */
export async function knownVerdict({ suite, skill, withheld }: Benchmark): Promise<SuiteVerdict | null> {
  const benchmark = await wholeSuite(suite.dir);
  const check = await keptCheck(benchmark);
  if (check === null) return null;
  const run = { ...benchmark, skill, withheld };
  const linted = lintedSkill(run);
  const search = new AnswerSearch();
  const problems = lintedTasks(run).flatMap((task) => lintTask(task, linted, search).problems);
  return problems.length === 0 ? check.verdict : 'faulty';
}

async function wholeSuite(suite: string): Promise<Benchmark> {
  return await loadBenchmark(suite, { choice: { probes: [] } });
}

function noSkill({ suite }: Benchmark): AssayError {
  const place = join(suite.dir, suite.suite.skill);
  return new AssayError('SKILL_INVALID', `${place}: expected a skill, found no SKILL.md that can be read.`);
}

type Proving = { engine: SandboxEngine; templates: Templates; concurrency: number; imageDigest: string };

async function prove(
  benchmark: Benchmark,
  { engine, templates, concurrency, imageDigest }: Proving,
  onTask: (check: TaskCheck) => void,
  signal: AbortSignal,
): Promise<SuiteCheck> {
  using contents = new ContentJudge();
  await using witness = engine.callWitness();
  const { suite } = benchmark.suite;
  const skill = lintedSkill(benchmark);
  const linted = lintedTasks(benchmark);
  const search = new AnswerSearch();
  const lints = new Map(linted.map((task) => [task.task.id, lintTask(task, skill, search)]));
  const withTexts = (check: TaskCheck): TaskCheck => ({
    ...check,
    problems: [...check.problems, ...(lints.get(check.task)?.problems ?? [])],
  });
  const tasks = benchmark.suite.tasks.map((one) => {
    const { task } = one;
    const files = benchmark.solutions.get(task.id);
    const { maxSeconds } = effectiveLimits(suite.limits, task.limits);
    const solution = files === undefined ? null : { files, timeoutSeconds: maxSeconds };
    const template = templates.tasks.get(task.id);
    return { subject: { ...taskSubject(one), template }, solution };
  });
  const told = { proofs: PROOFS, concurrency, onTask: (check: TaskCheck) => onTask(withTexts(check)) };
  const checked = await checkTasks(tasks, told, { engine, contents, witness }, signal);
  return withVerdict(
    {
      format: 'assay/suite-check@1',
      suite: { id: suite.id, title: suite.title, digest: benchmark.suite.digest },
      assayVersion: assayVersion(),
      checkedAt: systemClock.now().toISOString(),
      imageDigest,
      verdict: 'proven',
      proofs: PROOFS,
      problems: [],
      warnings: [
        ...warningsFor(linted, skill),
        ...[...lints.values()].flatMap(({ warnings }) => warnings),
        ...(search.isComplete ? [] : [TOO_MUCH]),
      ],
      resolution: SHOWN_REPEATS.map((repeats) => ({ repeats, tasks: tasksThatMustChange(repeats) })),
      tasks: checked.map(withTexts),
    },
    [],
  );
}

const TOO_MUCH = 'There is too much to search all of it for what is expected.';

function withVerdict(check: SuiteCheck, problems: SuiteCheck['problems']): SuiteCheck {
  return { ...check, problems, verdict: suiteVerdict({ problems, tasks: check.tasks }) };
}

/**
 * If the arms of a task differ in all of their trials, one of the ways to exchange its trials between the arms
 * gives such a difference, or its opposite.
 */
export function tasksThatMustChange(repeats: number): number {
  const ways = Array.from({ length: repeats }, (_, index) => (repeats + index + 1) / (index + 1));
  const exchanges = ways.reduce((product, factor) => product * factor, 1);
  return Math.ceil(Math.log(2 / SIGNIFICANCE) / Math.log(exchanges));
}

function lintedTasks({ suite, solutions }: Benchmark): LintedTask[] {
  return suite.tasks.map((task) => ({ ...task, solution: solutions.get(task.task.id) ?? [] }));
}

function lintedSkill({ skill, suite, withheld }: Benchmark): LintedSkill {
  const { name, description } = snapshotOf(skill);
  return {
    name,
    description,
    body: readSkill(skill).document?.body.text ?? '',
    files: skill.files.filter(({ path }) => !withheld.includes(path)),
    withheld: skill.files.filter(({ path }) => withheld.includes(path)),
    environment: suite.environment,
    settings: { ...suite.suite.environment, secrets: suite.suite.secrets },
  };
}

/** Everything that decides the result. */
async function keyOf(benchmark: Benchmark): Promise<Sha256> {
  const { suite, skill, solutions } = benchmark;
  const solved = [...solutions].map(([task, files]) => [task, summarise(files)]);
  const { tag } = await plainImage(benchmark);
  const skillDigest = snapshotOf(skill).digest;
  return digestOf(canonicalJson([suite.digest, skillDigest, solved, tag, assayVersion()]));
}

async function fileOf(benchmark: Benchmark): Promise<string> {
  const [, hex = ''] = (await keyOf(benchmark)).split(':');
  return join('suites', `${hex}.json`);
}

async function keptCheck(benchmark: Benchmark): Promise<SuiteCheck | null> {
  return await readState(SuiteCheck, await fileOf(benchmark));
}

function notKept(cause: unknown): string {
  return `The result could not be kept, so the next check starts anew: ${reasonOf(cause)}.`;
}

async function keepCheck(benchmark: Benchmark, check: SuiteCheck): Promise<void> {
  await writeState(await fileOf(benchmark), check);
}
