import { posix } from 'node:path';
import { foldedName } from '../../base/folded-name.ts';
import { archivePath } from '../../checks/source/archive-path.ts';
import { type GitCall, git } from './git.ts';
import type { GitTreeLine } from './repository-tree.ts';

/**
 * What gitattributes(5) do to a file on its way to the user. Line ends (`text`, `eol`) count only where shells would run other
 * commands with those of Windows: otherwise every user has a setting of their own for them, and no text is hidden. `filter`
 * does not count, as it does nothing unless the user has configured a program; Git LFS, which many have, leaves pointers.
 */
export type FileAttributes = {
  /** Why a checkout or an archive has another text than was committed. */
  flawIn(content: Uint8Array): string | null;
  /** Archives of the repository do not contain the file. */
  isLeftOut: boolean;
};

type AttributesOf = (path: string) => FileAttributes | undefined;

const NAME = '.gitattributes';
const ASKED = ['working-tree-encoding', 'ident', 'export-subst', 'export-ignore', 'text', 'eol'] as const;

/** Asks git for the attributes of every file, from the attribute files of the commit and nothing else. */
export async function readAttributes(lines: readonly GitTreeLine[], call: GitCall): Promise<AttributesOf> {
  const files = lines.filter(isAttributeFile);
  if (files.length === 0) return () => undefined;
  // `check-attr --source` is newer than many a git, so that the attribute files are put into an index.
  const input = files.map(({ mode, id, path }) => `${mode} ${id}\t${path}\0`).join('');
  await git(['update-index', '--add', '-z', '--index-info'], { ...call, input });
  const asked = [...lines.map(({ path }) => path), ...foldersAround(lines).map((folder) => `${folder}/`)];
  const output = await git(['check-attr', '--cached', '-z', '--stdin', ...ASKED], {
    ...call,
    input: asked.map((path) => `${path}\0`).join(''),
  });
  const values = parseAttributes(output);
  return (path) => attributesOf(path, values);
}

/** Files that a git on some system reads as attributes, and this one does not. */
export function hiddenAttributeFiles(lines: readonly GitTreeLine[]): string[] {
  const folders = new Map<string, string>();
  for (const folder of ['.', ...foldersAround(lines)]) {
    const folded = foldedFolder(folder);
    folders.set(folded, folders.has(folded) ? '' : folder);
  }
  const isHidden = ({ path, mode }: GitTreeLine) => {
    const name = posix.basename(path);
    const folder = posix.dirname(path);
    const isPlain = name === NAME && mode.startsWith('100') && folders.get(foldedFolder(folder)) === folder;
    return !isPlain && (foldedName(name) === NAME || /^gitatt~\d$/i.test(name));
  };
  return lines.filter(isHidden).map(({ path }) => path);
}

function foldedFolder(folder: string): string {
  return folder === '.' ? folder : folder.split('/').map(foldedName).join('/');
}

/** A path that git itself refuses is in no checkout, and forbids loading the skill that it is in. */
function isAttributeFile({ path, mode }: GitTreeLine): boolean {
  return mode.startsWith('100') && posix.basename(path) === NAME && 'path' in archivePath(path);
}

function foldersAround(lines: readonly GitTreeLine[]): string[] {
  return [...new Set(lines.flatMap(({ path }) => ancestorsOf(path)))];
}

function ancestorsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

/** With `-z`, git prints path, attribute and value, with a zero byte after each (git-check-attr(1)). */
function parseAttributes(output: Uint8Array): ReadonlyMap<string, string> {
  const fields = Buffer.from(output).toString().split('\0');
  const values = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    values.set(`${fields[at]}\0${fields[at + 1]}`, fields[at + 2] ?? '');
  }
  return values;
}

function attributesOf(path: string, values: ReadonlyMap<string, string>): FileAttributes {
  const valueFor = (name: (typeof ASKED)[number], place = path) =>
    values.get(`${place}\0${name}`) ?? 'unspecified';
  const isSet = (name: (typeof ASKED)[number], place = path) => !UNSET.has(valueFor(name, place));
  const encoding = valueFor('working-tree-encoding');
  const isEncoded = isSet('working-tree-encoding') && !/^utf-?8$/i.test(encoding);
  const isForWindows =
    valueFor('eol') === 'crlf' && valueFor('text') !== 'unset' && !NO_SHELL_SCRIPT.test(path);
  return {
    flawIn: (content) => {
      const has = (text: string) => Buffer.from(content).includes(text);
      if (isEncoded) return `A checkout has it in the encoding ${encoding}, with other bytes`;
      if (isSet('ident') && has('$Id')) return 'A checkout replaces the text from "$Id" to "$"';
      if (isSet('export-subst') && has('$Format:'))
        return 'An archive replaces the text from "$Format:" to "$"';
      if (isForWindows && dependsOnLineEnds(path, content))
        return 'A checkout has it with CRLF line ends, with which a shell runs other commands';
      return null;
    },
    isLeftOut: [path, ...ancestorsOf(path).map((folder) => `${folder}/`)].some((place) =>
      isSet('export-ignore', place),
    ),
  };
}

/** Documents, and scripts of Windows, for which these line ends are the right ones. */
const NO_SHELL_SCRIPT = /\.(?:md|markdown|bat|cmd|ps1|psm1|psd1)$/i;

/** A shell runs it, as far as its name or its first line says anything. */
const SHELL_NAME = /\.(?:sh|bash|zsh|ksh|dash|command|bashrc|profile|env)$|(?:^|\/)[^./]{1,255}$/i;
const SHEBANG = /^#![^\n]{0,200}sh\b/;
/** With a CR behind it, none of these words is itself any more, so that what follows is run or is not. */
const CONTROL =
  /(?:^|[;&|({]|\b(?:then|do|else)[ \t])[ \t]*(?:exit|return|exec|fi|done|esac|then|do|true|false|:|;;)[ \t]*$/m;
/** In a shell script these decide about what follows, too: a test, a group, an option, the process itself. */
const CONTROL_OF_SHELLS = /(?:\]|[{}()]|\$\$|\bset[ \t]+[-+]\w+|\b(?:else|break|continue|wait))[ \t]*$/m;

/** To a shell the CR is a part of the last word of each line. Any file may be given to one. */
function dependsOnLineEnds(path: string, content: Uint8Array): boolean {
  const text = Buffer.from(content).toString('latin1');
  const lines = text.split('\n').slice(0, -1);
  if (lines.every((line) => line.endsWith('\r'))) return false;
  if (CONTROL.test(text) || lines.some((line) => line.endsWith('\\') || line.includes('<<'))) return true;
  return (SHELL_NAME.test(path) || SHEBANG.test(text)) && CONTROL_OF_SHELLS.test(text);
}

const UNSET: ReadonlySet<string> = new Set(['unspecified', 'unset']);
