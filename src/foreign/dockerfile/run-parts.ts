import { posix } from 'node:path';
import type { Files } from '../foreign-format.ts';
import { type Packages, packagesIn } from './packages.ts';
import type { Instruction } from './parse-dockerfile.ts';
import { type PlainCommand, shellCommands } from './shell-commands.ts';

/** What one command of a `RUN` comes to. */
export type RunPart =
  | { kind: 'installs'; packages: Packages }
  /** Lines of a requirements file that lies beside the Dockerfile. */
  | { kind: 'requires'; lines: readonly string[] }
  /** Folders of the workspace, by their paths in it. */
  | { kind: 'folders'; paths: readonly string[] }
  /** Files of the workspace that can be executed. */
  | { kind: 'executables'; paths: readonly string[] }
  /** It changes the image and neither needs nor installs anything. */
  | { kind: 'simple'; command: readonly string[] }
  | { kind: 'anything' };

/** Folders that Harbor and BenchFlow make themselves. */
const OWN_FOLDERS = /^\/(?:logs(?:\/(?:verifier|agent|artifacts))?|verifier|tests|oracle|solution)\/?$/;
const SIMPLE = new Set(['mkdir', 'ln', 'chmod', 'useradd', 'groupadd', 'adduser', 'addgroup', 'touch']);
const MAKES_EXECUTABLE = /^(?:[ugoa]*\+[rw]*x|0?[0-7]*[1357]{1,3})$/;

type Place = { cwd: string; workdir: string; context: Files };

/** `cwd` is where the instruction stands, `workdir` what the workspace takes the place of. */
export function runParts(instruction: Instruction, place: Place): RunPart[] {
  const words = instruction.words.replace(/^(?:--\S+\s+)*/, '');
  if (words.startsWith('[') || instruction.documents.length > 0) return [{ kind: 'anything' }];
  return shellCommands(words).map((command) => partOf(command, place));
}

function partOf(command: PlainCommand, place: Place): RunPart {
  const packages = packagesIn(command);
  if (packages !== null) return { kind: 'installs', packages };
  if (command === null) return { kind: 'anything' };
  const lines = requirementsOf(command, place.context);
  if (lines !== null) return { kind: 'requires', lines };
  if (command.some((word) => /[*?[]/.test(word))) return { kind: 'anything' };
  const [program = '', first = '', ...rest] = command;
  if (program === 'mkdir') return foldersOf(command, place);
  const paths = absolute(rest, place.cwd);
  if (
    program === 'chmod' &&
    MAKES_EXECUTABLE.test(first) &&
    paths.every((path) => isInside(path, place.workdir))
  )
    return { kind: 'executables', paths: paths.map((path) => posix.relative(place.workdir, path)) };
  const isInWorkspace = absolute([first, ...rest], place.cwd).some((path) => isInside(path, place.workdir));
  return SIMPLE.has(program) && !isInWorkspace ? { kind: 'simple', command } : { kind: 'anything' };
}

function foldersOf(command: readonly string[], { cwd, workdir }: Place): RunPart {
  const all = absolute(command.slice(1), cwd);
  const inside = all.filter((path) => isInside(path, workdir));
  const others = all.filter((path) => !inside.includes(path) && !OWN_FOLDERS.test(path));
  if (others.length === 0)
    return { kind: 'folders', paths: inside.map((path) => posix.relative(workdir, path)) };
  return inside.length === 0 ? { kind: 'simple', command } : { kind: 'anything' };
}

function absolute(words: readonly string[], cwd: string): string[] {
  return words.filter((word) => !word.startsWith('-')).map((word) => posix.resolve('/', cwd, word));
}

export function isInside(path: string, workdir: string): boolean {
  return workdir !== '/' && (path === workdir || path.startsWith(`${workdir}/`));
}

/** `pip install -r requirements.txt`, if one file has that name. */
function requirementsOf(command: readonly string[], context: Files): string[] | null {
  const at = command.findIndex((word) => word === '-r' || word === '--requirement');
  const name = command[at + 1];
  if (at === -1 || name === undefined) return null;
  const others = packagesIn([...command.slice(0, at), ...command.slice(at + 2)]);
  const files = context.filter(({ path }) => posix.basename(path) === posix.basename(name));
  const [file] = files;
  if (others === null || file === undefined || files.length > 1) return null;
  const lines = new TextDecoder().decode(file.content).split(/\r?\n/);
  return [
    ...others.pip,
    ...lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#')),
  ];
}
