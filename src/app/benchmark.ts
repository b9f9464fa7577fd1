import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { canonicalJson, digestOf } from '../base/digest.ts';
import { nearestTo } from '../base/nearest.ts';
import { snapshotOf } from '../checks/snapshot.ts';
import type { Finding } from '../contracts/finding.ts';
import type { Sha256 } from '../contracts/identifiers.ts';
import type { PlannedTrial, RunPlan } from '../contracts/plan.ts';
import type { Script } from '../contracts/script.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import type { Task } from '../contracts/task.ts';
import { withheldEvals } from '../foreign/agent-skills/withheld-evals.ts';
import { type TrialSubject, taskSubject } from '../runner/trial-subject.ts';
import { nearestPath } from '../sources/nearest-path.ts';
import type { Files } from '../sources/read-folder.ts';
import { nameSkillIn } from '../suites/name-skill-in.ts';
import { withProbeScripts } from '../suites/read-probe-scripts.ts';
import { readProbes } from '../suites/read-probes.ts';
import { readQuickSet } from '../suites/read-quick-set.ts';
import { readSolution } from '../suites/read-solution.ts';
import { readSuite, type SuiteFiles } from '../suites/read-suite.ts';
import type { TaskFiles } from '../suites/read-task-folder.ts';
import type { ChosenSkill } from './choose-skill.ts';
import { type Chosen, chooseSubjects, type RunChoice } from './choose-subjects.ts';
import { holdsSkill, liesInSkill } from './lies-in-skill.ts';
import { PACKAGE_ROOT } from './package-root.ts';

/** The chosen part of a suite and its probes, and the skill. */
export type Benchmark = Chosen & {
  /** All of it, as it is published. */
  skill: SkillFolder;
  /** The files of it that no sandbox of a task may have. */
  withheld: readonly string[];
  /** Findings from loading the skill. */
  found: readonly Finding[];
  skillFrom: RunPlan['skillFrom'];
  /** Reference solutions by task id, for the tasks that have one. */
  solutions: ReadonlyMap<string, Files>;
  digest: Sha256;
};

type BenchmarkOptions = {
  choice?: RunChoice;
  /** Loads a skill to use instead of the suite's own. */
  otherSkill?: (suiteDir: string) => Promise<ChosenSkill>;
};

/** `named` is a folder, or the name of a suite that comes with Assay. */
export async function loadBenchmark(
  named: string,
  { choice = {}, otherSkill }: BenchmarkOptions = {},
): Promise<Benchmark> {
  const files = withAuthor(await readSuite(suiteFolder(named)));
  const other = await otherSkill?.(files.dir);
  const probesDir = join(PACKAGE_ROOT, 'probes');
  const bundled = await readProbes(probesDir);
  // The scripts of a suite say what its own skill leads to.
  const all = other === undefined ? await withProbeScripts(files.dir, bundled) : bundled;
  const chosen = chooseSubjects(files, { all, quick: await readQuickSet(probesDir, all) }, choice);
  const { suite, probes, setName, leftOut } = chosen;
  const skill = other?.skill ?? suite.skill;
  const { name } = snapshotOf(skill);
  return {
    suite: { ...suite, tasks: suite.tasks.map((task) => aboutSkill(task, name)) },
    skill,
    withheld: withheldEvals(skill.files, suite.suite.evals ?? []),
    found: other?.found ?? [],
    skillFrom: other === undefined ? 'suite' : 'elsewhere',
    probes: probes.map((probe) => aboutSkill(probe, name)),
    ...{ setName, leftOut },
    solutions: await readSolutions(suite.tasks),
    digest: digestOf(canonicalJson([suite.digest, probes])),
  };
}

/** What a suite says of itself is only half of it: one that lies in a skill's folder comes with the skill. */
function withAuthor(files: SuiteFiles): SuiteFiles {
  return liesInSkill(files.dir) ? { ...files, suite: { ...files.suite, tasksBy: 'skill-author' } } : files;
}

async function readSolutions(tasks: readonly TaskFiles[]): Promise<Map<string, Files>> {
  const solutions = new Map<string, Files>();
  for (const { task, dir } of tasks) {
    const solution = await readSolution(dir);
    if (solution !== null) solutions.set(task.id, solution);
  }
  return solutions;
}

function aboutSkill<Files extends { script: Script | null }>(files: Files, skillName: string): Files {
  return files.script === null ? files : { ...files, script: nameSkillIn(files.script, skillName) };
}

const SUITE_FILES = ['suite.yaml', 'task.yaml'];

/** Whether this is a suite or a task, and not a skill. The author of a skill must not decide which of them is run. */
export function namesSuite(named: string): boolean {
  const here = resolve(named);
  if (bundledSuite(named) !== null) return true;
  if (!existsSync(here)) return false;
  if (SUITE_FILES.includes(basename(here))) return true;
  const file = SUITE_FILES.find((name) => existsSync(join(here, name)));
  if (file !== undefined && holdsSkill(here)) throw ambiguous(named, file);
  return file !== undefined;
}

function ambiguous(named: string, file: string): AssayError {
  const ways = [
    `"assay run ${join(named, 'SKILL.md')}" runs the evals of the skill`,
    `"assay run ${join(named, file)}" runs the tasks there, which the author of the skill has chosen`,
  ];
  return new AssayError(
    'USAGE',
    `${named} is a skill, and it holds a ${file}. Name the one that is meant:\n- ${ways.join('\n- ')}`,
  );
}

/** The folder of a suite or a task whose file may have been named. */
function folderOf(named: string): string {
  const here = resolve(named);
  return SUITE_FILES.includes(basename(here)) ? dirname(here) : here;
}

/** A folder of the same name in the working folder may be a stranger's, so neither is taken without a word. */
function bundledSuite(named: string): string | null {
  const bundled = join(PACKAGE_ROOT, 'tasks', named);
  if (!/^[a-z0-9-]+$/.test(named) || !existsSync(bundled)) return null;
  const here = resolve(named);
  if (!existsSync(here) || here === bundled) return bundled;
  const ways = [`"./${named}" is the folder here`, `"${bundled}" is the suite that comes with Assay`];
  throw new AssayError(
    'USAGE',
    `A suite "${named}" comes with Assay, and a folder here has that name too. Name the one that is meant:\n- ${ways.join('\n- ')}`,
  );
}

/** The folder of a suite that is named by its path, or by its name if it comes with Assay. */
export function suiteFolder(named: string): string {
  const bundled = bundledSuite(named);
  if (bundled !== null) return bundled;
  const here = folderOf(named);
  if (existsSync(here)) return here;
  const near = nearestPath(named) ?? nearestTo(named, readdirSync(join(PACKAGE_ROOT, 'tasks')))[0];
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const elsewhere = /^[\w-]+\/[\w.-]+/.test(named) ? ` For a skill on GitHub, write github:${named}.` : '';
  throw new AssayError(
    'FILE_NOT_FOUND',
    `There is no suite at ${here}, and none called "${named}" comes with Assay.${hint}${elsewhere}`,
  );
}

/** The suite of a task whose own folder was named; `null` for anything else. */
export function suiteOfTask(named: string): { suite: string; task: string } | null {
  if (bundledSuite(named) !== null) return null;
  const folder = folderOf(named);
  const has = (file: string) => existsSync(join(folder, file));
  if (has('suite.yaml') || !has('task.yaml') || !has('../suite.yaml')) return null;
  return { suite: dirname(folder), task: basename(folder) };
}

export function tasksOf({ suite }: Benchmark): Task[] {
  return suite.tasks.map(({ task }) => task);
}

/** The files that belong to a planned trial. */
export function subjectOf({ suite, probes }: Benchmark, trial: PlannedTrial): TrialSubject {
  const task = suite.tasks.find((candidate) => trial.kind === 'task' && candidate.task.id === trial.subject);
  if (task !== undefined) return taskSubject(task);
  const probe = probes.find((candidate) => candidate.probe.id === trial.subject);
  if (probe !== undefined) return { kind: 'probe', ...probe };
  throw new AssayError(
    'RUN_MISMATCH',
    `The files of the suite no longer contain ${trial.kind} "${trial.subject}".`,
  );
}
