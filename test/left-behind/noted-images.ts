import { randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connectEngine } from '../../src/sandbox/docker/connect-engine.ts';
import { removeImage } from '../../src/sandbox/image/our-images.ts';

/**
 * Notes images that a test is about to build, each after the one below it: disposing of the note removes them. If the
 * runner is killed before that, its watchdog finds the note.
 */
export function noteImages(tags: readonly string[]): AsyncDisposable {
  const note = join(tmpdir(), 'images', randomUUID());
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, JSON.stringify(tags));
  return { [Symbol.asyncDispose]: () => removeNoted(note) };
}

/** Removes the images of all notes in a runner's folder. */
export async function removeAllNoted(folder: string): Promise<void> {
  for (const note of globSync('images/*', { cwd: folder })) await removeNoted(join(folder, note));
}

async function removeNoted(note: string): Promise<void> {
  if (!existsSync(note)) return;
  const tags: string[] = JSON.parse(readFileSync(note, 'utf8'));
  const connection = await connectEngine();
  for (const tag of tags.toReversed())
    if (!(await removeImage(connection, { tag, owner: null }))) throw new Error(`A container needs ${tag}.`);
  rmSync(note);
}
