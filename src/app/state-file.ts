import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseStored, type Schema } from '../base/parse-stored.ts';
import { stateDir } from '../sandbox/session/state-dir.ts';

/** What is kept in a file of the state folder; `null` if there is none, or none that can be read. */
export async function readState<T>(schema: Schema<T>, path: string): Promise<T | null> {
  const file = join(stateDir(), path);
  try {
    return parseStored(schema, await readFile(file, 'utf8'), `state in ${file}`);
  } catch {
    // Whatever is kept there can be found out again.
    return null;
  }
}

/** Whoever reads the file at the same time finds the whole of it, or nothing. */
export async function writeState(path: string, content: unknown): Promise<void> {
  const file = join(stateDir(), path);
  await mkdir(dirname(file), { recursive: true });
  const part = `${file}.${process.pid}`;
  await writeFile(part, JSON.stringify(content));
  await rename(part, file);
}
