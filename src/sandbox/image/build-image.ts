import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import type { EngineConnection } from '../docker/connect-engine.ts';
import { interrupted } from '../docker/engine-fault.ts';
import { packFiles } from '../files/pack-files.ts';
import { provideBase } from './base-image.ts';
import { IMAGE_FOLDER } from './image.ts';
import { followProgress, type Progress } from './progress.ts';

const BUILD_LIMIT_MS = 15 * 60_000;

/** Builds the sandbox image under the given tag with the classic builder, which every engine has. */
export async function buildImage(
  connection: EngineConnection,
  tag: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  try {
    const base = await provideBase(connection, progress, signal);
    progress(`building ${tag} from ${base}`);
    const answer = await connection.streams.buildImage(await imageFolder(), {
      t: tag,
      buildargs: { BASE_IMAGE: base },
      forcerm: true,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(BUILD_LIMIT_MS)]),
    });
    await followProgress(answer, progress);
  } catch (cause) {
    if (signal.aborted) throw interrupted();
    if (cause instanceof AssayError) throw cause;
    const message = `The sandbox image could not be built: ${messageOf(cause).trim()}. Run "assay setup" again, or "assay doctor".`;
    throw new AssayError('IMAGE_BUILD_FAILED', message, { cause });
  }
}

async function imageFolder(): Promise<Readable> {
  const names = await readdir(IMAGE_FOLDER);
  const files = names.map(async (name) => {
    const content = await readFile(new URL(name, IMAGE_FOLDER));
    return { path: `/${name}`, content, executable: false };
  });
  return Readable.from([await packFiles(await Promise.all(files))]);
}
