import { posix } from 'node:path';
import type { Loss } from '../../contracts/loss.ts';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import { textFile } from '../drafting/file-text.ts';
import { innerPath } from '../drafting/inner-path.ts';
import type { Files } from '../foreign-format.ts';
import { FieldReader, isFields, textOf } from './fields.ts';

/** Where the files of an eval may lie, the likeliest first. */
export type Roots = readonly {
  files: Files /** Folders below which paths of a repository lead here. */;
  names: readonly string[];
}[];

type Given = { workspace: Files; losses: Omit<Loss, 'file'>[] };

/** The files that an agent starts with, from what an eval lists. */
export function givenFiles(
  listed: readonly unknown[],
  { place, prompt, roots, budget }: { place: string; prompt: string; roots: Roots; budget: DraftBudget },
): Given {
  const losses: Omit<Loss, 'file'>[] = [];
  const lose = (at: string, effect: Loss['effect'], detail: string) =>
    losses.push({ place: at, effect, detail });
  const found = new Map<string, Files[number]>();
  const add = (files: Files, at: string) => {
    const others = files.filter(({ path }) => !found.has(path));
    // What is looked for in vain takes time too.
    budget.reserve({ files: Math.max(others.length, 1) }, at);
    for (const file of others) found.set(file.path, file);
  };
  const lookedFor = new Set<string>();
  for (const [index, one] of listed.entries()) {
    const at = `${place}.files[${index}]`;
    const { path, content } = readListed(one);
    const inner = path === null ? null : innerPath(path);
    if (path === null) lose(at, 'dropped', 'This is neither a path nor a file with a content.');
    else if (inner === null) lose(at, 'dropped', `${path} is no path that stays within the skill.`);
    else if (content !== null) add([textFile(inner, content)], at);
    else if (/^skill\.md$/i.test(posix.basename(inner)))
      lose(at, 'dropped', 'SKILL.md is the skill itself, which the baseline must not get.');
    else if (!lookedFor.has(inner)) {
      lookedFor.add(inner);
      const files = lookUp(inner, roots);
      if (files.length === 0) lose(at, 'incomplete', `${path} was not found. Put it into the workspace.`);
      add(files, at);
    }
  }
  return { workspace: placed([...found.values()], prompt), losses };
}

function readListed(one: unknown): { path: string | null; content: string | null } {
  const path = textOf(one);
  if (path !== null || !isFields(one)) return { path, content: null };
  const reader = new FieldReader(one);
  return {
    path: reader.text(['path', 'name', 'filename', 'file', 'dest']),
    content: reader.rawText(['content', 'contents']),
  };
}

/** One file, or all files of a folder, with the paths that were asked for. */
function lookUp(path: string, roots: Roots): Files {
  for (const { files, names } of roots) {
    for (const within of [path, ...names.flatMap((name) => below(path, name))]) {
      const found = files.filter((file) => file.path === within || file.path.startsWith(`${within}/`));
      if (found.length > 0)
        return found.map((file) => ({ ...file, path: `${path}${file.path.slice(within.length)}` }));
    }
  }
  return [];
}

/** What remains of a path of the repository behind the folder with this name. */
function below(path: string, name: string): string[] {
  const parts = path.split('/');
  const at = parts.indexOf(name);
  return at === -1 || at === parts.length - 1 ? [] : [parts.slice(at + 1).join('/')];
}

/** Files lie where the prompt says that they are, or else below the folder that they have in common. */
function placed(files: Files, prompt: string): Files {
  const unique = [...new Map(files.map((file) => [file.path, file])).values()];
  const isNamed = unique.some(({ path }) => prompt.includes(path));
  const common = isNamed ? '' : commonFolder(unique.map(({ path }) => path));
  return unique.map((file) => ({ ...file, path: file.path.slice(common.length) }));
}

function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map((path) => path.split('/').slice(0, -1));
  const parts = first === '' ? [] : first;
  const length = parts.findIndex((part, index) => others.some((other) => other[index] !== part));
  const common = length === -1 ? parts : parts.slice(0, length);
  return common.map((part) => `${part}/`).join('');
}
