import { posix } from 'node:path';
import { argvReadsSkill, codeReadsSkill, readsSkill } from './shell-reads.ts';
import { namesFile, type SkillPlace } from './skill-place.ts';

/** Under these names tools of agents take a command line, or the words of one. */
const COMMANDS = new Set(['command', 'cmd', 'commands', 'script', 'shell_command', 'args']);
/** A list under this name is one of command lines, under the others one of words. */
const LINES = 'commands';
const CODE = new Set(['code', 'source']);
/** And under these the folder in which it is run. */
const FOLDERS = new Set(['cwd', 'workdir', 'working_directory', 'dir', 'directory', 'dir_path']);
/** Text that is written or looked for: what it mentions is not read. */
const TEXTS = new Set([
  ...['content', 'contents', 'text', 'file_text', 'new_string', 'old_string', 'new_str', 'old_str', 'patch'],
  ...['pattern', 'glob', 'query', 'description', 'prompt', 'message', 'explanation', 'thought'],
]);
/** Linux follows no longer one. */
const MAX_PATH_CHARACTERS = 4096;
/** No tool takes its input from further down. */
const MAX_DEPTH = 12;
const WRITTEN = new Set(['content', 'contents', 'file_text', 'new_string', 'new_str']);

/**
 * Whether a tool call reads or runs a file of the skill, by what its input says, whatever the tool. A name that is only
 * mentioned (in a comment, a message, a listing) is none.
 */
export function touchesSkill(input: Record<string, unknown>, place: SkillPlace): boolean {
  return isInputTouching(input, place, 0);
}

function isInputTouching(input: Record<string, unknown>, place: SkillPlace, depth: number): boolean {
  const entries = Object.entries(input);
  const folder = entries.find(([key, value]) => FOLDERS.has(key) && typeof value === 'string')?.[1];
  const cwd = typeof folder === 'string' ? posix.resolve(place.cwd, folder) : place.cwd;
  const isWriting = entries.some(([key]) => WRITTEN.has(key));
  return entries.some(([key, value]) => isTouching({ key, value, isWriting, depth }, { ...place, cwd }));
}

type Entry = { key: string; value: unknown; isWriting: boolean; depth: number };

function isTouching(entry: Entry, place: SkillPlace): boolean {
  const { key, value, isWriting, depth } = entry;
  if (depth > MAX_DEPTH || TEXTS.has(key)) return false;
  if (COMMANDS.has(key)) return isCommandTouching(entry, place);
  if (CODE.has(key)) return typeof value === 'string' && codeReadsSkill(value, place);
  if (Array.isArray(value))
    return value.some((item) => isTouching({ ...entry, value: item, depth: depth + 1 }, place));
  if (typeof value === 'object' && value !== null) return isInputTouching({ ...value }, place, depth + 1);
  return typeof value === 'string' && !isWriting && isPathTouching(value, place);
}

function isCommandTouching({ key, value }: Entry, place: SkillPlace): boolean {
  if (typeof value === 'string') return readsSkill(value, place);
  if (!Array.isArray(value)) return false;
  const words = value.filter((word) => typeof word === 'string');
  return key === LINES ? words.some((line) => readsSkill(line, place)) : argvReadsSkill(words, place);
}

function isPathTouching(text: string, place: SkillPlace): boolean {
  if (text.includes('\n') || text.length > MAX_PATH_CHARACTERS) return false;
  const path = text.replace(/^file:\/\//, '').replace(/^(~|\$HOME|\$\{HOME\})(?=\/)/, place.home);
  return namesFile(place, posix.resolve(place.cwd, path));
}
