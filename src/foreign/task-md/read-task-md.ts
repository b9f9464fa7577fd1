import { posix } from 'node:path';
import { AssayError } from '../../base/assay-error.ts';
import type { LocatedValue } from '../../base/located-value.ts';
import { parseTolerantly } from '../../base/parse-tolerantly.ts';
import { readYaml } from '../../base/read-yaml.ts';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import { filesBelow, fileText } from '../drafting/file-text.ts';
import { splitFrontMatter } from '../drafting/front-matter.ts';
import { LossList } from '../drafting/loss-list.ts';
import { noteUnknown } from '../drafting/unknown-keys.ts';
import type { Files, ForeignFormat, ForeignSource, Imported } from '../foreign-format.ts';
import { draftSuite } from '../harbor/draft-suite.ts';
import type { PackagedStep, PackagedTask } from '../harbor/packaged-task.ts';
import { TaskConfig } from '../harbor/task-config.ts';
import { promptSections } from './prompt-sections.ts';
import { scenesOf } from './scenes.ts';

const TASK_MD = 'task.md';
const PLACES = { '/verifier': '/grade', '/tests': '/grade', '/oracle': '/solution' };

/** Folders of tasks with a `task.md`, as BenchFlow runs them. */
export const TASK_MD_FORMAT: ForeignFormat = {
  recognises: (source) => taskFiles(source).some(isPackaged),
  named: taskFiles,
  read,
};

function read(source: ForeignSource, budget: DraftBudget): Imported {
  const losses = new LossList();
  const found = taskFiles(source);
  if (found.length === 0)
    throw new AssayError('FILE_NOT_FOUND', `${TASK_MD}: expected one for each task, found none.`);
  const tasks = found.map((file) => readTask(file, source.files, { losses, budget }));
  return { draft: draftSuite(tasks, { source, format: 'BenchFlow', budget }, losses), losses: losses.all };
}

const OWN_KEY = /^(?:schema_version|sandbox|verifier|oracle|benchflow)\s*:/m;

/** Other tools have a `task.md` too. */
function isPackaged({ content }: Files[number]): boolean {
  const start = new TextDecoder().decode(content.subarray(0, 64 * 1024));
  return /^---\s*\n/.test(start) && OWN_KEY.test(start);
}

function taskFiles({ files, entry }: ForeignSource): Files {
  const all = files.filter(({ path }) => posix.basename(path) === TASK_MD);
  if (entry !== null) return all.filter(({ path }) => path === entry);
  const folders = all.map(({ path }) => path.slice(0, -TASK_MD.length));
  return all.filter(
    ({ path }) => !folders.some((one) => path.startsWith(one) && path !== `${one}${TASK_MD}`),
  );
}

type Noting = { losses: LossList; budget: DraftBudget };

function readTask(file: Files[number], files: Files, { losses, budget }: Noting): PackagedTask {
  const folder = file.path.slice(0, -TASK_MD.length);
  const { yaml, body } = splitFrontMatter(fileText(file), file.path);
  const document = readYaml(yaml, file.path, { mayHaveAliases: true });
  const { data: config, unknown } = parseTolerantly(TaskConfig, document);
  noteUnknown(unknown, file.path, losses);
  const own = filesBelow(folder, files);
  const steps = stepsOf(config, { body, own, document }, { losses, budget });
  const has = (below: string) => own.some(({ path }) => path.startsWith(below));
  const isTests = has('tests/') && !has('verifier/');
  const verifier = filesBelow(isTests ? 'tests/' : 'verifier/', own);
  const oracle = filesBelow('oracle/', own);
  return {
    ...{ name: posix.basename(folder), folder, file: file.path, config },
    placeOf: (path) => document.placeOf({ path, about: 'key' }),
    prompt: steps[0]?.prompt ?? '',
    steps: steps.length > 1 ? steps : [],
    environment: filesBelow('environment/', own),
    verifier: { folder: isTests ? 'tests/' : 'verifier/', files: verifier, config: config.verifier ?? null },
    solution: oracle.length > 0 ? oracle : filesBelow('solution/', own),
    places: PLACES,
  };
}

/** The scenes of a task, which follow each other; one, if it has none. */
function stepsOf(
  config: TaskConfig,
  { body, own, document }: { body: string; own: Files; document: LocatedValue },
  { losses, budget }: Noting,
): PackagedStep[] {
  const sections = promptSections(body);
  const places = (path: readonly PropertyKey[]) => document.placeOf({ path, about: 'key' });
  const prompts = scenesOf(config, sections, { files: own, budget, place: document.file });
  const [first] = prompts;
  if (first === undefined || first === '')
    throw new AssayError(
      'INPUT_INVALID',
      `${document.file}: expected what the agent is asked below the front matter, found nothing.`,
    );
  if (config.steps?.length)
    losses.dropped(
      document.file,
      places(['steps']),
      'The prompts of steps are not in a task.md, so that there is one step.',
    );
  if (sections.has('user-persona'))
    losses.incomplete(
      document.file,
      '',
      "A user is not simulated. What only the user knows can be said in the task's turns.",
    );
  return prompts.map((prompt, index) => ({ name: `scene-${index + 1}`, prompt, workdir: [], solution: [] }));
}
