import { AssayError } from '../base/assay-error.ts';
import { nearestTo } from '../base/nearest.ts';
import { readYaml } from '../base/read-yaml.ts';
import { AGENT_SKILLS } from './agent-skills/agent-skills.ts';
import { BENCHFLOW_CASES } from './benchflow-cases/read-cases.ts';
import { DOTNET } from './dotnet/read-dotnet.ts';
import { fileText } from './drafting/file-text.ts';
import type { ForeignFormat, ForeignSource } from './foreign-format.ts';
import { ANY_FORMAT, FORMAT_NAMES, type FormatId } from './format-names.ts';
import { HARBOR } from './harbor/read-harbor.ts';
import { PROMPTFOO } from './promptfoo/read-promptfoo.ts';
import { SKILLGRADE } from './skillgrade/read-skillgrade.ts';
import { SKILLTESTER } from './skilltester/read-skilltester.ts';
import { TASK_MD_FORMAT } from './task-md/read-task-md.ts';
import { WAZA } from './waza/read-waza.ts';

const FORMATS: Readonly<Record<FormatId, ForeignFormat>> = {
  'agent-skills': AGENT_SKILLS,
  harbor: HARBOR,
  'task-md': TASK_MD_FORMAT,
  'benchflow-cases': BENCHFLOW_CASES,
  skillgrade: SKILLGRADE,
  waza: WAZA,
  dotnet: DOTNET,
  promptfoo: PROMPTFOO,
  skilltester: SKILLTESTER,
};

/** Fits most files that any skill has, so that a more particular format that fits as well says more about them. */
const LEAST_PARTICULAR = 'agent-skills' satisfies FormatId;

/** Refuses an id that no format has, before anything is read. */
export function requireFormat(id: string): void {
  if (id !== ANY_FORMAT && !Object.hasOwn(FORMATS, id)) unknownFormat(id);
}

/** The format with this id, or the one that the files look like. `path` is what the user called them. */
export function formatNamed(id: string, source: ForeignSource, path: string): [string, ForeignFormat] {
  const all = Object.entries(FORMATS);
  if (id !== ANY_FORMAT) return all.find(([known]) => known === id) ?? unknownFormat(id);
  const fitting = all.filter(([, format]) => format.recognises(source));
  const particular = fitting.filter(([known]) => known !== LEAST_PARTICULAR);
  const [only, ...others] = particular.length > 0 ? particular : fitting;
  if (only === undefined) return calledLike(source, path);
  if (others.length === 0) return only;
  const ids = fitting.map(([known]) => known).join(' and like ');
  throw new AssayError('USAGE', `${path} looks like ${ids}. Say which of them it is.`);
}

/** The format that a file is called like, whose reader says what is wrong with it. */
function calledLike(source: ForeignSource, path: string): [string, ForeignFormat] {
  const alike = Object.entries(FORMATS).filter(([, format]) => format.named(source).length > 0);
  const [only, ...others] = alike;
  if (only === undefined)
    throw new AssayError('USAGE', `${path} looks like no format that can be read: ${namesOfAll()}.`);
  if (others.length === 0) return only;
  const [file] = only[1].named(source);
  if (file !== undefined) readYaml(fileText(file), file.path, { mayHaveAliases: true });
  const ids = alike.map(([id]) => id).join(', ');
  throw new AssayError(
    'INPUT_INVALID',
    `${file?.path ?? path}:1:1: expected tasks as one of ${ids} has them, found others. Name the format, to be told what is wrong.`,
  );
}

function unknownFormat(id: string): never {
  const [near] = nearestTo(id, Object.keys(FORMATS));
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  throw new AssayError(
    'USAGE',
    `There is no format "${id}". Available: ${ANY_FORMAT}, ${namesOfAll()}.${hint}`,
  );
}

function namesOfAll(): string {
  return Object.entries(FORMAT_NAMES)
    .map(([id, title]) => `${id} (${title})`)
    .join(', ');
}
