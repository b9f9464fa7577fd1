import { join, relative, resolve, sep } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import type { Digest } from '../base/digest.ts';
import { parseNamedYaml } from '../base/parse-named-yaml.ts';
import type { EgressPolicy } from '../contracts/egress.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import { Suite } from '../contracts/suite.ts';
import type { Triggers } from '../contracts/triggers.ts';
import { fixtureFor, isAllowed } from '../sandbox/network/egress/decide.ts';
import { isWithin } from '../sources/loading/is-within.ts';
import type { Files } from '../sources/read-folder.ts';
import { readSkillFolder } from '../sources/read-skill-folder.ts';
import { listFolders } from './list-folders.ts';
import { ANSWERS, missingAnswers, readAnswers, requireAnswersNamed } from './read-answers.ts';
import { ENVIRONMENT, readEnvironment } from './read-environment.ts';
import { HISTORY, type HistoryFolders, readHistory, repositoryOf } from './read-history.ts';
import { readTaskFolder, type TaskFiles } from './read-task-folder.ts';
import { readText } from './read-text.ts';
import { readTriggers } from './read-triggers.ts';
import { suiteDigest } from './suite-digest.ts';

/** A suite with everything that a run uses from its folder. */
export type SuiteFiles = {
  suite: Suite;
  /** An absolute path. */
  dir: string;
  skill: SkillFolder;
  /** The files of `environment/`. */
  environment: Files;
  tasks: TaskFiles[];
  /** Queries about when the skill is used. No run asks them yet. */
  triggers: Triggers | null;
  /** Covers all of the above except `dir` and `triggers`. */
  digest: Digest;
};

export async function readSuite(path: string): Promise<SuiteFiles> {
  const dir = resolve(path);
  const given = await readAnswers(dir);
  const suite = await readSuiteFile(join(dir, 'suite.yaml'), given);
  requireAnswersNamed(suite.network, given, dir);
  const skill = await readSkill(suite, dir);
  const environment = (await readEnvironment(dir)) ?? [];
  const history = await readHistory(dir, suite.git);
  const tasks = await readTasks(suite, dir, { answers: given, history });
  const files = { suite, skill, environment, tasks };
  return { ...files, dir, triggers: await readTriggers(dir), digest: suiteDigest(files) };
}

async function readSuiteFile(file: string, answers: Files): Promise<Suite> {
  const text = await readText(file);
  if (text !== null) return parseSuite(text, file, answers);
  throw new AssayError(
    'FILE_NOT_FOUND',
    `${file}: expected the description of a suite, found nothing there.`,
  );
}

/** `file` is where the text was read from: its folder must have the suite's id as its name. */
export function parseSuite(text: string, file: string, answers: Files = []): Suite {
  const known = Suite.superRefine(({ network }, context) => {
    for (const issue of missingAnswers(network, answers)) context.addIssue(issue);
  });
  return parseNamedYaml(known, text, file);
}

/** In a suite the folder is named for its role; in a sandbox it is named after the skill. */
async function readSkill(suite: Suite, dir: string): Promise<SkillFolder> {
  const path = resolve(dir, suite.skill);
  if (isWithin(path, dir)) throw holdsGraders(path, dir);
  const skill = await readSkillFolder(path, `${suite.id}/${suite.skill}`);
  return { ...skill, folder: null };
}

function holdsGraders(skill: string, dir: string): AssayError {
  const problem = 'contains the suite, whose grading files would enter the sandbox with it';
  return new AssayError(
    'INPUT_INVALID',
    `${skill}: the folder of the skill ${problem}. Move ${dir} out of it.`,
  );
}

/** Folders of the suite that tasks without their own use. */
type Shared = { answers: Files; history: HistoryFolders };

async function readTasks(suite: Suite, dir: string, shared: Shared): Promise<TaskFiles[]> {
  const [skillFolder] = relative(dir, resolve(dir, suite.skill)).split(sep);
  const names = (await listFolders(dir)) ?? [];
  const tasks: TaskFiles[] = [];
  const others = new Set([skillFolder, ENVIRONMENT, ANSWERS, HISTORY]);
  for (const name of names.filter((name) => !others.has(name))) {
    const task = await readTaskFolder(join(dir, name));
    if (task !== null) tasks.push(reachingServers(withRepository(withDefaults(task, suite, shared), dir)));
  }
  if (tasks.length > 0) return tasks;
  throw new AssayError(
    'FILE_NOT_FOUND',
    `${dir}: expected a folder with a task.yaml for each task, found none.`,
  );
}

/** A network comes with the files that answer in it, and a history with those of its commits. */
function withDefaults(
  { task, ...files }: TaskFiles,
  { network, mcp, git }: Suite,
  { answers, history }: Shared,
): TaskFiles {
  return {
    ...files,
    ...(network === undefined || task.network !== undefined ? {} : { answers }),
    ...(git === undefined || task.git !== undefined ? {} : { history }),
    task: {
      ...(network === undefined ? {} : { network }),
      ...(mcp === undefined ? {} : { mcp }),
      ...(git === undefined ? {} : { git }),
      ...task,
    },
  };
}

function withRepository(files: TaskFiles, suiteDir: string): TaskFiles {
  const { dir, task, workspace, history: folders } = files;
  if (task.git === undefined) return files;
  const file = `${dir} (its git, or that of ${join(suiteDir, 'suite.yaml')})`;
  return { ...files, repository: repositoryOf(task.git, { folders, workspace, file }) };
}

/** A server that nothing leads to would be missing in every trial, and nobody would notice. */
function reachingServers(files: TaskFiles): TaskFiles {
  const { dir, task } = files;
  for (const server of task.mcp ?? []) {
    if (!('url' in server) || isReached(server.url, task.network ?? { kind: 'deny' })) continue;
    throw new AssayError(
      'INPUT_INVALID',
      `${dir}: the network of this task does not lead to its MCP server "${server.name}": expected a fixture for ${server.url}, or its host among the allowed ones.`,
    );
  }
  return files;
}

function isReached(url: string, policy: EgressPolicy): boolean {
  const { hostname, port, protocol } = new URL(url);
  const target = { host: hostname, port: Number(port === '' ? DEFAULT_PORTS[protocol] : port) };
  return fixtureFor(policy, 'POST', url) !== null || isAllowed(policy, target);
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };
