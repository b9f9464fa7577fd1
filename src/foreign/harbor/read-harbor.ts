import { posix } from 'node:path';
import { AssayError } from '../../base/assay-error.ts';
import { parseTolerantly } from '../../base/parse-tolerantly.ts';
import { readToml } from '../../base/read-toml.ts';
import { type DraftBudget, sizeOfFiles } from '../drafting/draft-budget.ts';
import { filesBelow, fileText } from '../drafting/file-text.ts';
import { LossList } from '../drafting/loss-list.ts';
import { noteUnknown } from '../drafting/unknown-keys.ts';
import type { Files, ForeignFormat, ForeignSource, Imported } from '../foreign-format.ts';
import { draftSuite } from './draft-suite.ts';
import type { PackagedStep, PackagedTask } from './packaged-task.ts';
import { TaskConfig } from './task-config.ts';

const TOML = 'task.toml';
const PLACES = { '/tests': '/grade' };

/** Folders of tasks as Harbor runs them, and as SkillsBench has them. */
export const HARBOR: ForeignFormat = {
  recognises: (source) => tomlFiles(source).length > 0,
  named: tomlFiles,
  read,
};

function read(source: ForeignSource, budget: DraftBudget): Imported {
  const losses = new LossList();
  const found = tomlFiles(source);
  if (found.length === 0)
    throw new AssayError('FILE_NOT_FOUND', `${TOML}: expected one for each task, found none.`);
  const tasks = found.map((file) => readTask(file, source.files, { losses, budget }));
  return { draft: draftSuite(tasks, { source, format: 'Harbor', budget }, losses), losses: losses.all };
}

/** Those of tasks, and not of what lies in their folders. */
function tomlFiles({ files, entry }: ForeignSource): Files {
  const all = files.filter(({ path }) => posix.basename(path) === TOML);
  if (entry !== null) return all.filter(({ path }) => path === entry);
  const folders = all.map(({ path }) => path.slice(0, -TOML.length));
  return all.filter(
    ({ path }) => !folders.some((folder) => path.startsWith(folder) && path !== `${folder}${TOML}`),
  );
}

function readTask(
  file: Files[number],
  files: Files,
  { losses, budget }: { losses: LossList; budget: DraftBudget },
): PackagedTask {
  const folder = file.path.slice(0, -TOML.length);
  const document = readToml(fileText(file), file.path);
  const { data: config, unknown } = parseTolerantly(TaskConfig, document);
  noteUnknown(unknown, file.path, losses);
  const own = filesBelow(folder, files);
  const steps = stepsOf(config, own, { folder, budget });
  const last = steps.at(-1);
  const tests = filesBelow('tests/', own);
  return {
    ...{ name: posix.basename(folder), folder, file: file.path, config, steps },
    placeOf: (path) => document.placeOf({ path, about: 'key' }),
    prompt: steps[0]?.prompt ?? instruction('instruction.md', own, folder),
    environment: filesBelow('environment/', own),
    verifier: {
      folder: last === undefined ? 'tests/' : `steps/${last.name}/tests/`,
      files: last === undefined ? tests : merged(tests, filesBelow(`steps/${last.name}/tests/`, own)),
      config: config.steps?.at(-1)?.verifier ?? config.verifier ?? null,
    },
    solution: filesBelow('solution/', own),
    places: PLACES,
  };
}

function stepsOf(
  { steps }: TaskConfig,
  own: Files,
  { folder, budget }: { folder: string; budget: DraftBudget },
): PackagedStep[] {
  return (steps ?? []).map(({ name }) => {
    const place = `steps/${name}/`;
    const { files, bytes } = sizeOfFiles(filesBelow(place, own));
    budget.reserve({ files, bytes, characters: bytes }, `${folder}${place}`);
    return {
      name,
      prompt: instruction(`${place}instruction.md`, own, folder),
      workdir: filesBelow(`${place}workdir/`, own),
      solution: filesBelow(`${place}solution/`, own),
    };
  });
}

/** What a step has takes the place of what all steps have. */
function merged(common: Files, own: Files): Files {
  return [...new Map([...common, ...own].map((file) => [file.path, file])).values()];
}

function instruction(path: string, own: Files, folder: string): string {
  const file = own.find((one) => one.path === path);
  const text = file === undefined ? '' : fileText({ ...file, path: `${folder}${path}` }).trim();
  if (text !== '') return text;
  const found = file === undefined ? 'found no such file' : 'found nothing in it';
  throw new AssayError('INPUT_INVALID', `${folder}${path}: expected what the agent is asked, ${found}.`);
}
