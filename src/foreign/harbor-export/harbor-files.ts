import { renderToml } from '../../base/render-toml.ts';
import { shellQuote } from '../../base/shell-quote.ts';
import { type Environment, Machine, USUAL_ENVIRONMENT } from '../../contracts/environment.ts';
import type { Loss } from '../../contracts/loss.ts';
import type { Suite } from '../../contracts/suite.ts';
import type { Task } from '../../contracts/task.ts';
import { textFile } from '../drafting/file-text.ts';
import { LossList } from '../drafting/loss-list.ts';
import type { Files } from '../foreign-format.ts';
import { graderCommand, JUDGE, undecidedIn } from './grader-command.ts';
import { type ImageParts, imageFiles } from './image.ts';
import { rewardVerifier } from './reward-verifier.ts';
import { PRELUDE, TEST, type Verifier } from './verifier.ts';

/** A task as it was read from a suite. */
type ExportedTask = {
  task: Task;
  workspace: Files;
  grade: Files;
  solution: Files;
  /** The files of the task's own `environment/`. */
  environment: Files;
  /** Whether the scripted model has answers for it. */
  isScripted?: boolean;
};

export type ExportedSuite = {
  suite: Suite;
  skill: { name: string; files: Files };
  /** The files of `environment/`. */
  environment: Files;
  tasks: readonly ExportedTask[];
  /** A program that judges what a file contains as Assay does. */
  judge: string;
};

const SECONDS = 600;

/**
 * The tasks of a suite as folders that Harbor runs. A task that Harbor could not decide as exactly is left out, and named:
 * one without some of its graders would pass where it should not.
 */
export function harborFiles(source: ExportedSuite): { files: Files; losses: readonly Loss[] } {
  const losses = new LossList();
  if (source.suite.secrets !== undefined)
    losses.incomplete(
      'suite.yaml',
      'secrets',
      'The tasks get no secrets. Give Harbor those of the services they reach.',
    );
  const written = source.tasks.map((one) => ({ one, files: taskFiles(one, source, losses) }));
  const files = written.flatMap(({ files }) => files);
  noteAlike(
    written.flatMap(({ one, files }) => (files.length > 0 ? [one] : [])),
    losses,
  );
  return { files, losses: losses.all };
}

function taskFiles(one: ExportedTask, source: ExportedSuite, losses: LossList): Files {
  const { task, solution } = one;
  const verifier = problemOf(task) ?? verifierOf(one, source.judge);
  if (typeof verifier === 'string') {
    losses.dropped(`${task.id}/task.yaml`, '', verifier);
    return [];
  }
  noteMissing(one, source.suite, losses);
  const files = [
    textFile('task.toml', renderToml(configOf(one, source, verifier))),
    textFile('instruction.md', `${task.prompt}\n`),
    ...below('environment', imageFiles(partsOf(one, source), losses)),
    ...below('tests', verifier.files),
    ...below('solution', solution),
  ];
  return below(task.id, files);
}

/** What a task has here and lacks in Harbor, although it can be decided there. */
function noteMissing({ task }: ExportedTask, suite: Suite, losses: LossList): void {
  const file = `${task.id}/task.yaml`;
  const limits = { ...suite.limits, ...task.limits };
  for (const key of ['maxTokens', 'maxUsd'] as const)
    if (limits[key] != null) losses.dropped(file, `limits.${key}`, 'Only time limits a task in Harbor.');
  if (task.network?.kind === 'allow' && task.network.unopened.length > 0)
    losses.incomplete(file, 'network.unopened', 'Nothing in Harbor says which connections stay unopened.');
}

/** What becomes of all tasks alike, in a line for each instead of many. */
function noteAlike(tasks: readonly ExportedTask[], losses: LossList): void {
  const scripted = tasks.filter(({ isScripted = false }) => isScripted);
  if (scripted.length > 0)
    losses.dropped(
      'suite.yaml',
      '',
      `Nothing in Harbor answers in the place of a model: ${countOf(scripted)} without script.yaml.`,
    );
  const judged = tasks.filter(({ task, grade }) => rewardVerifier(task, grade) === null);
  if (judged.length > 0)
    losses.changed(
      'suite.yaml',
      '',
      `The graders of ${countOf(judged)} become one reward in tests/test.sh, which names them as it decides: an import has one grader for each task.`,
    );
}

function countOf({ length }: readonly ExportedTask[]): string {
  return length === 1 ? '1 task' : `${length} tasks`;
}

function partsOf({ task, workspace, environment }: ExportedTask, source: ExportedSuite): ImageParts {
  return {
    environment: environmentOf(task, source.suite),
    folders: [
      { name: 'environment/', files: source.environment },
      { name: `${task.id}/environment/`, files: environment },
    ],
    ...{ workspace, skill: source.skill },
  };
}

function problemOf({ turns, git, network }: Task): string | null {
  if (turns !== undefined) return 'Nobody speaks a second time in a task of Harbor.';
  if (git !== undefined)
    return 'No files of a git repository are written, because git obeys its configuration.';
  return network?.kind === 'fixtures' ? 'Nothing in Harbor answers in the place of the network.' : null;
}

/** The verifier of a task, or why there cannot be one. */
function verifierOf({ task, grade }: ExportedTask, judge: string): Verifier | string {
  const own = rewardVerifier(task, grade);
  if (own !== null) return own;
  const undecided = undecidedIn(task.graders);
  if (undecided !== null)
    return `Nothing in Harbor decides its ${undecided.kind} grader, "${undecided.title}".`;
  const script = testOf(task);
  const added = [textFile(TEST, script, true), ...(script.includes(JUDGE) ? [textFile(JUDGE, judge)] : [])];
  const taken = added.find(({ path }) => grade.some((file) => file.path === path));
  if (taken !== undefined) return `grade/${taken.path} has the name of a file of the verifier in Harbor.`;
  return { files: [...added, ...grade], ...{ seconds: SECONDS, variables: {}, metadata: {} } };
}

/** What Harbor has no field for is metadata, which an import reads back. */
function configOf({ task }: ExportedTask, { suite }: ExportedSuite, verifier: Verifier) {
  const { machine, variables } = environmentOf(task, suite);
  const { maxSeconds, maxRequests } = { ...suite.limits, ...task.limits };
  return {
    schema_version: '1.1',
    task: { name: `${suite.id}/${task.id}`, description: task.objective },
    metadata: {
      ...{ assay_level: task.level, assay_expected: task.expected },
      assay_suite: { title: suite.title, description: suite.description },
      ...(maxRequests === undefined ? {} : { assay_max_requests: maxRequests }),
      ...verifier.metadata,
    },
    ...(maxSeconds === undefined ? {} : { agent: { timeout_sec: maxSeconds } }),
    verifier: { timeout_sec: verifier.seconds, ...envOf(verifier.variables) },
    environment: {
      ...{ cpus: machine.cpus, memory_mb: machine.memoryMib, skills_dir: '/skills' },
      ...networkOf(task),
      ...envOf(variables),
    },
  };
}

function envOf(variables: Readonly<Record<string, string>>) {
  return Object.keys(variables).length === 0 ? {} : { env: variables };
}

function environmentOf(
  { environment: own = {} }: Task,
  { environment = USUAL_ENVIRONMENT }: Suite,
): Environment {
  const joined = (kind: 'debian' | 'pip' | 'npm') => [...environment[kind], ...(own[kind] ?? [])];
  return {
    ...environment,
    ...{ debian: joined('debian'), pip: joined('pip'), npm: joined('npm') },
    variables: { ...environment.variables, ...own.variables },
    timeZone: own.timeZone ?? environment.timeZone,
    locale: own.locale ?? environment.locale,
    machine: Machine.parse({ ...environment.machine, ...own.machine }),
  };
}

function networkOf({ network }: Task) {
  if (network?.kind !== 'allow') return { network_mode: 'no-network' };
  return { network_mode: 'allowlist', allowed_hosts: network.hosts };
}

/** Every grader has to pass. */
function testOf({ graders }: Task): string {
  const checks = graders.map(
    (grader) => `check ${shellQuote(grader.title)} ${shellQuote(graderCommand(grader) ?? 'false')}`,
  );
  return `#!/bin/bash
${PRELUDE}cd /workspace
reward=1
check() {
  if bash -c "$2"; then echo "passed: $1"; else echo "failed: $1"; reward=0; fi
}
${checks.join('\n')}
echo "$reward" > /logs/verifier/reward.txt
`;
}

function below(folder: string, files: Files): Files {
  return files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));
}
