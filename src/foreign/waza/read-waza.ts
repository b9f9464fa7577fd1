import { posix } from 'node:path';
import { AssayError } from '../../base/assay-error.ts';
import type { LocatedValue } from '../../base/located-value.ts';
import { parseTolerantly } from '../../base/parse-tolerantly.ts';
import { readYaml } from '../../base/read-yaml.ts';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import { fileText, textFile } from '../drafting/file-text.ts';
import { innerPath } from '../drafting/inner-path.ts';
import { LossList } from '../drafting/loss-list.ts';
import { matchesGlob } from '../drafting/matches-glob.ts';
import { candidates, EVAL_YAML, namedFiles } from '../drafting/named-files.ts';
import { oneLine } from '../drafting/one-line.ts';
import { plainSuite } from '../drafting/plain-suite.ts';
import { Slugs } from '../drafting/slugs.ts';
import { timeLimit } from '../drafting/time-limit.ts';
import { noteUnknown } from '../drafting/unknown-keys.ts';
import { fileAt, folderOf, layered } from '../drafting/workspace-files.ts';
import type { Files, ForeignFormat, ForeignSource, Imported, TaskDraft } from '../foreign-format.ts';
import { gradersOf, type Note } from './graders.ts';
import { triggerQueries } from './trigger-tests.ts';
import { WazaEval, WazaTask } from './waza-schema.ts';

const MOST_TASKS = 1000;
/** Where files of a task lie, if the task does not say. */
const FIXTURES = ['fixtures/', ''];

/** `eval.yaml` with task files, as microsoft/waza runs them. */
export const WAZA: ForeignFormat = {
  recognises: (source) => evalFile(source) !== null,
  named: (source) => namedFiles(source, EVAL_YAML),
  read,
};

function evalFile(source: ForeignSource): Files[number] | null {
  const own = candidates(source, EVAL_YAML).filter(({ content }) => {
    const start = new TextDecoder().decode(content.subarray(0, 64 * 1024));
    return /^tasks(?:_from)?\s*:/m.test(start) && /^(?:config|graders|metrics)\s*:/m.test(start);
  });
  return own[0] ?? null;
}

function read(source: ForeignSource, budget: DraftBudget): Imported {
  const losses = new LossList();
  // What is wrong with a file that does not look like one is said by its reader.
  const file = evalFile(source) ?? candidates(source, EVAL_YAML)[0];
  if (file === undefined)
    throw new AssayError('FILE_NOT_FOUND', 'eval.yaml: expected one with tasks, found none.');
  const folder = folderOf(file.path);
  const around = readYaml(fileText(file), file.path, { mayHaveAliases: true });
  const { data, unknown } = parseTolerantly(WazaEval, around);
  noteUnknown(unknown, file.path, losses);
  noteAround(data, around, losses);
  const taskFiles = filesOfTasks(data.tasks ?? [], folder, source.files);
  const slugs = new Slugs();
  const tasks = taskFiles.flatMap((one) => {
    const document = readYaml(fileText(one), one.path, { mayHaveAliases: true });
    const parsed = parseTolerantly(WazaTask, document);
    noteUnknown(parsed.unknown, one.path, losses);
    const drafted = draftOf(parsed.data, { document, around, common: data, slugs, folder, source }, losses);
    return drafted === null ? [] : [budget.keep(drafted)];
  });
  const queries = triggerQueries(source.files, losses);
  const secret = [
    file,
    ...taskFiles,
    ...source.files.filter(({ path }) => path.startsWith(`${folder}graders/`)),
  ];
  return plainSuite({ name: data.skill ?? null, tool: 'waza', source, secret, tasks, queries, losses });
}

/** Names and patterns of files, relative to the eval. */
function filesOfTasks(patterns: readonly string[], folder: string, files: Files): Files {
  const matchers = patterns.map((pattern) => matchesGlob(posix.normalize(pattern)));
  const found = files.filter(({ path }) => {
    if (!path.startsWith(folder)) return false;
    const inner = path.slice(folder.length);
    return matchers.some((matches) => matches(inner));
  });
  if (found.length > 0 && found.length <= MOST_TASKS) return found;
  throw new AssayError(
    'INPUT_INVALID',
    `${folder}eval.yaml: expected 1 to ${MOST_TASKS} files of tasks, found ${found.length}.`,
  );
}

function noteAround(data: WazaEval, { file, placeOf }: LocatedValue, losses: LossList): void {
  const left = {
    hooks: 'Nothing is run around a task.',
    metrics: 'The scorecard has its own figures.',
    baseline: 'A run always has a baseline.',
    inputs: 'Values of all tasks are not filled in.',
    tasks_from: 'Tasks are not taken from elsewhere.',
  };
  for (const [key, detail] of Object.entries(left))
    if (Reflect.get(data, key) != null) losses.dropped(file, placeOf({ path: [key], about: 'key' }), detail);
}

type Told = {
  document: LocatedValue;
  around: LocatedValue;
  common: WazaEval;
  slugs: Slugs;
  folder: string;
  source: ForeignSource;
};

function draftOf(
  task: WazaTask,
  { document, around, common, slugs, folder, source }: Told,
  losses: LossList,
): TaskDraft | null {
  const { file } = document;
  if (task.enabled === false) {
    losses.dropped(file, document.placeOf({ path: ['enabled'], about: 'key' }), 'The task is disabled.');
    return null;
  }
  const note =
    (from: LocatedValue): Note =>
    (path, effect, detail) =>
      losses[effect](from.file, from.placeOf({ path, about: 'value' }), detail);
  const graders = gradersOf(task, common.graders ?? [], { own: note(document), common: note(around) });
  if (graders.length === 0) {
    losses.dropped(file, '', 'Nothing that can be decided decides this task.');
    return null;
  }
  const id = slugs.take(task.id, 'task');
  const { max_response_time_ms: answerMs } = task.expected?.behavior ?? {};
  const times = [
    task.timeout_seconds ?? common.config?.timeout_seconds,
    answerMs == null ? null : answerMs / 1000,
  ].filter((seconds) => seconds != null);
  const limits = timeLimit(times.length === 0 ? null : Math.min(...times), (detail) =>
    losses.changed(file, document.placeOf({ path: ['timeout_seconds'], about: 'value' }), detail),
  );
  return {
    task: {
      ...{
        id,
        level: 'common',
        objective: oneLine(task.name ?? task.id, id),
        prompt: task.inputs.prompt.trim(),
      },
      expected: 'What its graders say.',
      limits,
      graders,
    },
    workspace: workspaceOf(task, { document, folder, source }, losses),
    ...{ grade: [], solution: [], script: null },
  };
}

function workspaceOf(
  task: WazaTask,
  { document, folder, source }: Pick<Told, 'document' | 'folder' | 'source'>,
  losses: LossList,
): Files {
  const roots = task.context_dir == null ? FIXTURES : [`${task.context_dir}/`];
  const files = (task.inputs.files ?? []).map((given, index) => {
    const path = typeof given === 'string' ? given : given.path;
    const content = typeof given === 'string' ? null : (given.content ?? null);
    const place = innerPath(path);
    const at = document.placeOf({ path: ['inputs', 'files', index], about: 'value' });
    const found = roots
      .map((root) => fileAt(path, `${folder}${root}`, source.files))
      .find((one) => one !== null);
    if (place === null) losses.dropped(document.file, at, 'This place is not in the workspace.');
    else if (content !== null) return [textFile(place, content)];
    else if (found !== undefined) return [{ ...found, path: place }];
    else losses.incomplete(document.file, at, `There is no file ${oneLine(path, '')}. Put it in workspace/.`);
    return [];
  });
  return layered(...files);
}
