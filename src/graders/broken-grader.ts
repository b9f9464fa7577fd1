import type { CommandExitGrader } from '../contracts/command-grader.ts';
import type { CommandResult } from '../sandbox/sandbox.ts';

const FIRST_SIGNAL = 129;

/**
 * Errors of code that does nothing, whatever its input. An error about a file that
 * nobody has made yet may be a verdict.
 */
const USELESS =
  /^(?:ModuleNotFoundError|ImportError|SyntaxError|IndentationError|TabError|NameError|ReferenceError)\b/m;

/** Messages that name the grading files themselves. */
const ABOUT_GRADING_FILES = [
  /^\/grade\/\S+: line \d+: (?:[\w.+-]+: command not found|syntax error)/m,
  /: \/grade\/\S+: (?:No such file or directory|Permission denied|cannot execute|Is a directory)/,
  /can't open file '\/grade\//,
  /Cannot find module '\/grade\//,
  /Cannot find (?:module|package) '[^'/.][^']*'(?: imported from |\nRequire stack:\n- )\/grade\//,
];

/** Messages about a command. A program that the command gives to `as-agent` may print the same ones. */
const ABOUT_COMMAND = [
  /^\/bin\/bash: (?:eval: )?line \d+: (?:[\w.+-]+: command not found|syntax error)/m,
  /^\/bin\/bash: line \d+: \/(?!workspace\/|tmp\/|home\/agent\/)\S+: No such file or directory/m,
  /^env: ‘[\w.+-]+’: No such file or directory/m,
  /^\/usr\/bin\/python3: No module named /m,
];

/** Places in the trace that such an error comes with: the grading files, and code that the command itself holds. */
const GRADING_FILE = /\/grade\//;
const CODE_OF_COMMAND = /"<string>"|\[eval\]/;

/**
 * Why the end of a command can only be the grader's own doing, as far as an untouched workspace
 * shows; `null` if it may be a verdict. A message about a path in the workspace is the workspace's:
 * its program may not be there yet.
 */
export function whyBroken(
  { command }: Pick<CommandExitGrader, 'command'>,
  { exitCode, stdout, stderr }: Pick<CommandResult, 'exitCode' | 'stdout' | 'stderr'>,
): string | null {
  const passesOn = command.includes('as-agent');
  if (exitCode !== null && exitCode >= FIRST_SIGNAL && !passesOn) return 'a signal ends it';
  const said = `${stdout}${stderr}`;
  const signs = passesOn ? ABOUT_GRADING_FILES : [...ABOUT_GRADING_FILES, ...ABOUT_COMMAND];
  const places = passesOn ? [GRADING_FILE] : [GRADING_FILE, CODE_OF_COMMAND];
  const isSign =
    signs.some((sign) => sign.test(said)) || places.some((place) => isFollowedByError(said, place));
  return isSign && !said.includes('/workspace/') ? 'it cannot do its work' : null;
}

function isFollowedByError(said: string, place: RegExp): boolean {
  const at = said.search(place);
  return at !== -1 && USELESS.test(said.slice(at + 1));
}
