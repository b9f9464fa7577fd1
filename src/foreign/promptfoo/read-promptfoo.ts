import { posix } from 'node:path';
import { AssayError } from '../../base/assay-error.ts';
import type { LocatedValue } from '../../base/located-value.ts';
import { parseTolerantly } from '../../base/parse-tolerantly.ts';
import { readYaml } from '../../base/read-yaml.ts';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import { fileText } from '../drafting/file-text.ts';
import { innerPath } from '../drafting/inner-path.ts';
import { LossList } from '../drafting/loss-list.ts';
import { candidates, namedFiles } from '../drafting/named-files.ts';
import { oneLine } from '../drafting/one-line.ts';
import { plainSuite } from '../drafting/plain-suite.ts';
import { separateSkills, skillsIn } from '../drafting/skills-in.ts';
import { Slugs } from '../drafting/slugs.ts';
import { noteUnknown } from '../drafting/unknown-keys.ts';
import { fileAt, filesAt, folderOf } from '../drafting/workspace-files.ts';
import type { Files, ForeignFormat, ForeignSource, Imported, TaskDraft } from '../foreign-format.ts';
import { gradersOf } from './assertions.ts';
import { Config, type Provider, type Test } from './promptfoo-schema.ts';

const NAME = /(?:^|\/)promptfooconfig(?:\.[\w-]+)*\.ya?ml$/;
const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** `promptfooconfig.yaml`, as promptfoo runs it. */
export const PROMPTFOO: ForeignFormat = {
  recognises: (source) => configFile(source) !== null,
  named: (source) => namedFiles(source, NAME),
  read,
};

/** The one without a word in the middle of its name comes first. */
function configFile(source: ForeignSource): Files[number] | null {
  const own = candidates(source, NAME).filter(({ content }) => {
    const start = new TextDecoder().decode(content.subarray(0, 256 * 1024));
    return /^prompts\s*:/m.test(start) && /^(?:providers|targets)\s*:/m.test(start);
  });
  return own.toSorted((a, b) => a.path.length - b.path.length)[0] ?? null;
}

function read(source: ForeignSource, budget: DraftBudget): Imported {
  const losses = new LossList();
  // What is wrong with a file that does not look like one is said by its reader.
  const file = configFile(source) ?? candidates(source, NAME)[0];
  if (file === undefined)
    throw new AssayError(
      'FILE_NOT_FOUND',
      'promptfooconfig.yaml: expected one with prompts and providers, found none.',
    );
  const document = readYaml(fileText(file), file.path, { mayHaveAliases: true });
  const { data, unknown } = parseTolerantly(Config, document);
  noteUnknown(unknown, file.path, losses);
  noteUnused(data, document, losses);
  const { files, workspace, skillName } = workspaceOf(data, { document, source }, losses);
  const prompts = promptsOf(data, { document, source, budget }, losses);
  budget.reserve(
    { tasks: data.tests.length * prompts.length },
    `${file.path}, which has each test with each prompt`,
  );
  const slugs = new Slugs();
  const tasks = data.tests.flatMap((test, index) =>
    prompts.flatMap((prompt): TaskDraft[] => {
      const drafted = draftOf(test, { prompt, data, document, index, slugs, budget }, losses);
      return drafted === null ? [] : [budget.keep({ ...drafted, workspace })];
    }),
  );
  const brought = source.skill === null && files !== null ? { ...source, skill: files, skillName } : source;
  return plainSuite({
    name: data.description ?? null,
    tool: 'promptfoo',
    source: brought,
    secret: [file],
    tasks,
    losses,
  });
}

function noteUnused(data: Config, { file, placeOf }: LocatedValue, losses: LossList): void {
  const left = {
    scenarios: 'Scenarios are not read.',
    redteam: 'Assay has probes of its own.',
    evaluateOptions: 'A run has its own options.',
    tracing: 'Nothing is traced.',
    env: 'Variables are not set.',
  };
  for (const [key, detail] of Object.entries(left))
    if (Reflect.get(data, key) != null) losses.dropped(file, placeOf({ path: [key], about: 'key' }), detail);
}

type Around = { document: LocatedValue; source: ForeignSource };

/** The files that the first provider works on, and the skill in them. */
function workspaceOf(
  data: Config,
  { document, source }: Around,
  losses: LossList,
): { files: Files | null; workspace: Files; skillName: string | null } {
  const key = data.providers == null ? 'targets' : 'providers';
  const given = data.providers ?? data.targets ?? [];
  const [first, ...others] = typeof given === 'string' ? [given] : given;
  const at = (index: number) => document.placeOf({ path: [key, index], about: 'value' });
  if (others.length > 0)
    losses.dropped(
      document.file,
      at(1),
      'A run has one agent, which the command line names. Files come from the first one here.',
    );
  const folder = folderIn(first);
  if (folder === null) return { files: null, workspace: [], skillName: null };
  const found = filesAt(folder, folderOf(document.file), source.files);
  if (found === null) {
    losses.incomplete(
      document.file,
      at(0),
      `There is no folder ${oneLine(folder, '')}. Put its files in workspace/.`,
    );
    return { files: null, workspace: [], skillName: null };
  }
  const { others: workspace } = separateSkills(found);
  const [skill, ...more] = skillsIn(found);
  for (const { name } of more)
    losses.dropped(
      document.file,
      at(0),
      `A suite is about one skill: ${oneLine(name, 'another')} is in neither arm.`,
    );
  return { files: skill?.files ?? null, workspace, skillName: skill?.name ?? null };
}

function folderIn(provider: Provider | undefined): string | null {
  if (provider === undefined || typeof provider === 'string') return null;
  return provider.config?.working_dir ?? null;
}

function promptsOf(
  { prompts }: Config,
  { document, source, budget }: Around & { budget: DraftBudget },
  losses: LossList,
): string[] {
  const given = typeof prompts === 'string' ? [prompts] : (prompts ?? []);
  return given.flatMap((one, index) => {
    const text = typeof one === 'string' ? one : (one.raw ?? one.id ?? '');
    const path =
      /^file:\/\/(.+)$/.exec(text)?.[1] ??
      (innerPath(text) !== null && /\.(?:txt|md)$/.test(text) ? text : null);
    if (path === null) return text.trim() === '' ? [] : [text];
    const file = fileAt(path, folderOf(document.file), source.files);
    if (file !== null && /\.(?:txt|md)$/.test(path)) {
      budget.reserve({ characters: file.content.length }, file.path);
      return [fileText(file)];
    }
    losses.incomplete(
      document.file,
      document.placeOf({ path: ['prompts', index], about: 'value' }),
      `${oneLine(posix.basename(path), 'It')} is no text that was imported.`,
    );
    return [];
  });
}

type Told = {
  prompt: string;
  data: Config;
  document: LocatedValue;
  index: number;
  slugs: Slugs;
  budget: DraftBudget;
};

function draftOf(
  test: Test,
  { prompt, data, document, index, slugs, budget }: Told,
  losses: LossList,
): Omit<TaskDraft, 'workspace'> | null {
  const { file, placeOf } = document;
  const vars = { ...data.defaultTest?.vars, ...test.vars };
  const at = placeOf({ path: ['tests', index], about: 'value' });
  const fill = (text: string) => {
    budget.reserve({ characters: filledLength(text, vars) }, `${file}:${at}`);
    return filled(text, vars);
  };
  const text = fill(prompt).trim();
  if (/\{[{%]/.test(text)) {
    losses.dropped(file, at, 'Its prompt is a program of a template, or names a variable that is no text.');
    return null;
  }
  const noteAt = (path: readonly PropertyKey[]) => (effect: 'dropped' | 'changed', detail: string) =>
    losses[effect](file, placeOf({ path, about: 'value' }), detail);
  const graders = [
    ...(data.defaultTest?.assert ?? []).flatMap((one, number) =>
      gradersOf(one, fill, noteAt(['defaultTest', 'assert', number])),
    ),
    ...(test.assert ?? []).flatMap((one, number) =>
      gradersOf(one, fill, noteAt(['tests', index, 'assert', number])),
    ),
  ];
  if (graders.length === 0 || text === '') {
    losses.dropped(file, at, 'Nothing that can be decided decides this test.');
    return null;
  }
  if (test.threshold != null)
    losses.changed(
      file,
      placeOf({ path: ['tests', index, 'threshold'], about: 'key' }),
      'All graders have to pass, whatever their weights.',
    );
  const name = test.description ?? text.split('\n')[0] ?? 'test';
  const id = slugs.take(name, 'test');
  return {
    task: {
      id,
      level: 'common',
      objective: oneLine(name, id),
      prompt: text,
      expected: 'What its graders say.',
      graders,
    },
    ...{ grade: [], solution: [], script: null },
  };
}

type Vars = Readonly<Record<string, unknown>>;

/** Only texts and numbers take the place of their names. */
function filled(text: string, vars: Vars): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => variableOf(name, vars) ?? whole);
}

/** The length of what `filled` would make, without making it. */
function filledLength(text: string, vars: Vars): number {
  let length = text.length;
  for (const [whole, name = ''] of text.matchAll(PLACEHOLDER))
    length += (variableOf(name, vars) ?? whole).length - whole.length;
  return length;
}

function variableOf(name: string, vars: Vars): string | null {
  const value = Object.hasOwn(vars, name) ? vars[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
