import { posix } from 'node:path';

/** Names of the fields in which agents' tools take a command line or its words. */
const COMMANDS = new Set(['command', 'cmd', 'commands', 'script', 'shell_command', 'args']);
/** A list in this field holds command lines; in the others, words. */
const LINES = 'commands';
const CODE = new Set(['code', 'source']);
/** Names of the fields for the working directory. */
const FOLDERS = new Set(['cwd', 'workdir', 'working_directory', 'dir', 'directory', 'dir_path']);
/** Fields with text to write or search for; paths in it are not read. */
const TEXTS = new Set([
  ...['content', 'contents', 'text', 'file_text', 'new_string', 'old_string', 'new_str', 'old_str', 'patch'],
  ...['pattern', 'glob', 'query', 'description', 'prompt', 'message', 'explanation', 'thought'],
]);
/** No tool nests its input deeper. */
const MAX_DEPTH = 12;
const WRITTEN = new Set(['content', 'contents', 'file_text', 'new_string', 'new_str']);

/** A command, program or path in a tool's input, with the folder in which it applies. */
export type InputWords = { cwd: string } & (
  | { kind: 'line' | 'code' | 'path'; text: string }
  | { kind: 'argv'; words: readonly string[] }
);

/** Finds command lines, programs and paths in the input of any tool, by the names of its fields. */
export function wordsOfInput(input: Record<string, unknown>, cwd: string, depth = 0): InputWords[] {
  const entries = Object.entries(input);
  const named = entries.find(([key, value]) => FOLDERS.has(key) && typeof value === 'string')?.[1];
  const folder = typeof named === 'string' ? posix.resolve(cwd, named) : cwd;
  const isWriting = entries.some(([key]) => WRITTEN.has(key));
  return entries.flatMap(([key, value]) => wordsOfEntry({ key, value, isWriting, depth }, folder));
}

type Entry = { key: string; value: unknown; isWriting: boolean; depth: number };

function wordsOfEntry(entry: Entry, cwd: string): InputWords[] {
  const { key, value, isWriting, depth } = entry;
  if (depth > MAX_DEPTH || TEXTS.has(key)) return [];
  if (COMMANDS.has(key)) return wordsOfCommand(entry, cwd);
  if (CODE.has(key)) return typeof value === 'string' ? [{ kind: 'code', text: value, cwd }] : [];
  if (Array.isArray(value))
    return value.flatMap((item) => wordsOfEntry({ ...entry, value: item, depth: depth + 1 }, cwd));
  if (typeof value === 'object' && value !== null) return wordsOfInput({ ...value }, cwd, depth + 1);
  return typeof value === 'string' && !isWriting ? [{ kind: 'path', text: value, cwd }] : [];
}

function wordsOfCommand({ key, value }: Entry, cwd: string): InputWords[] {
  if (typeof value === 'string') return [{ kind: 'line', text: value, cwd }];
  if (!Array.isArray(value)) return [];
  const words = value.filter((word) => typeof word === 'string');
  return key === LINES ? words.map((text) => ({ kind: 'line', text, cwd })) : [{ kind: 'argv', words, cwd }];
}
