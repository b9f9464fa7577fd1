import { posix } from 'node:path';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import { matchesGlob } from '../drafting/matches-glob.ts';
import type { Files } from '../foreign-format.ts';
import type { Instruction } from './parse-dockerfile.ts';

/** What a `COPY` or `ADD` takes from the files beside the Dockerfile. */
export type Copy = {
  /** Whether it takes anything from elsewhere: another stage, or the network. */
  isFromElsewhere: boolean;
  destination: string;
  /** The files of the context that it takes, by where it puts them; absolute paths. */
  files: { from: string; to: string; file: Files[number] }[];
};

/** Archives in a local `ADD` are unpacked, which nothing here does. */
const ARCHIVE = /\.(?:tar|tgz|tbz2?|txz|tar\.\w+)$/;

/** The Dockerfile, and where relative destinations start in it. */
type Around = { workdir: string; file: string; budget: DraftBudget };

export function copyOf(
  instruction: Instruction,
  context: Files,
  { workdir, file: dockerfile, budget }: Around,
): Copy {
  const { flags, sources, destination: to } = argumentsOf(instruction.words);
  const destination = posix.resolve('/', workdir, to);
  const isFolder =
    sources.length > 1 || to.endsWith('/') || to === '.' || to === './' || destination === workdir;
  const isUnpacked = instruction.keyword === 'ADD' && sources.some((source) => ARCHIVE.test(source));
  const isFromElsewhere =
    flags.some((flag) => flag.startsWith('--from')) ||
    isUnpacked ||
    sources.some((source) => /^(?:https?|git|ssh):|^git@/.test(source));
  const executable = flags.some((flag) => /^--chmod=0?[0-7]*[1357]/.test(flag));
  const files = isFromElsewhere
    ? []
    : sources.flatMap((source) => {
        const found = taken(source, context, { destination, isFolder });
        // What is looked for in vain takes time too; a here-document is not looked for.
        const counted = source.startsWith('<<') ? 0 : Math.max(found.length, 1);
        budget.reserve({ files: counted }, `${dockerfile}:${instruction.line}`);
        return found;
      });
  const documents = isFromElsewhere ? [] : writtenFiles(instruction, destination, isFolder);
  const made = [...files, ...documents].map((one) =>
    executable ? { ...one, file: { ...one.file, executable } } : one,
  );
  return { isFromElsewhere, destination, files: made };
}

type Arguments = { flags: string[]; sources: string[]; destination: string };

function argumentsOf(words: string): Arguments {
  const list = jsonList(words.replace(/^(?:--\S+\s+)*/, ''));
  const all = words.match(/"[^"]*"|'[^']*'|\S+/g)?.map((word) => word.replace(/^(["'])(.*)\1$/, '$2')) ?? [];
  const flags = all.filter((word) => word.startsWith('--'));
  const paths = list ?? all.filter((word) => !word.startsWith('--'));
  return { flags, sources: paths.slice(0, -1), destination: paths.at(-1) ?? '' };
}

function jsonList(words: string): string[] | null {
  if (!words.startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(words);
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : null;
  } catch {
    // Docker too takes what is no JSON for words.
    return null;
  }
}

/** A folder is copied as what is in it, a file by its name. */
function taken(
  source: string,
  context: Files,
  { destination, isFolder }: { destination: string; isFolder: boolean },
): Copy['files'] {
  if (source.startsWith('<<')) return [];
  const plain = posix.normalize(source.replace(/^\/+/, '')).replace(/\/$/, '');
  if (plain === '.') return context.map((file) => put(file, posix.join(destination, file.path)));
  const isPattern = /[*?[]/.test(plain);
  const matches = isPattern ? matchesGlob(plain) : (path: string) => path === plain;
  return context.flatMap((file) => {
    const parts = file.path.split('/');
    const root = parts.map((_, index) => parts.slice(0, index + 1).join('/')).find(matches);
    if (root === undefined) return [];
    const inner = posix.relative(root, file.path);
    if (inner !== '') return [put(file, posix.join(destination, inner))];
    return [put(file, isFolder || isPattern ? posix.join(destination, posix.basename(root)) : destination)];
  });
}

function put(file: Files[number], to: string): Copy['files'][number] {
  return { from: file.path, to, file };
}

/** Files that stand in the Dockerfile itself. */
function writtenFiles(
  { words, documents }: Instruction,
  destination: string,
  isFolder: boolean,
): Copy['files'] {
  const names = [...words.matchAll(/<<-?["']?(\w+)/g)].map(([, name = '']) => name);
  return documents.map((text, index) => {
    const name = names[index] ?? `file-${index + 1}`;
    const file = { path: name, executable: false, content: new TextEncoder().encode(text) };
    return put(file, isFolder ? posix.join(destination, name) : destination);
  });
}
