import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import type { EngineConnection } from '../docker/connect-engine.ts';
import { interrupted } from '../docker/engine-fault.ts';
import { packFiles } from '../files/pack-files.ts';
import type { SandboxFile } from '../sandbox.ts';
import { provideBase } from './base-image.ts';
import { IMAGE_FOLDER, type SandboxImage } from './image.ts';
import { programContext } from './program-context.ts';
import { followProgress, type Progress } from './progress.ts';
import type { ImageRecipe } from './recipe.ts';

const BUILD_LIMIT_MS = 15 * 60_000;

/** Builds the sandbox image. */
export async function buildImage(
  connection: EngineConnection,
  image: SandboxImage,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  await orFailure(image, signal, async () => {
    const base = await provideBase(connection, progress, signal);
    await buildFromDockerfile(
      connection,
      { tag: image.tag, base, files: await imageFolder() },
      progress,
      signal,
    );
  });
}

type ProgramBuild = {
  image: SandboxImage;
  base: SandboxImage;
  recipe: ImageRecipe;
  tarball: Uint8Array;
};

/** Builds an image with the program of an agent on top of the sandbox image. */
export async function buildProgramImage(
  connection: EngineConnection,
  { image, base, recipe, tarball }: ProgramBuild,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const broken = new AbortController();
  const context = programContext(tarball, recipe.leftOut);
  context.on('error', (cause) => broken.abort(cause));
  const limit = AbortSignal.any([signal, broken.signal]);
  await orFailure(image, signal, async () => {
    await build(connection, { tag: image.tag, base: base.tag, context }, progress, limit).catch(
      (cause: unknown) => {
        throw broken.signal.aborted ? broken.signal.reason : cause;
      },
    );
  });
}

type Build = {
  tag: string;
  base: string;
  context: Readable;
  /** Arguments that a Dockerfile need not declare, such as proxies, are no part of the image. */
  variables?: Readonly<Record<string, string>>;
};

export async function buildFromDockerfile(
  connection: EngineConnection,
  { files, ...rest }: Omit<Build, 'context'> & { files: readonly SandboxFile[] },
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const context = Readable.from([await packFiles(files)]);
  await build(connection, { ...rest, context }, progress, signal);
}

/** Uses the classic builder, which every engine has. */
async function build(
  { streams }: EngineConnection,
  { tag, base, context, variables = {} }: Build,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  progress(`building ${tag} from ${base}`);
  const answer = await streams.buildImage(context, {
    t: tag,
    buildargs: { ...variables, BASE_IMAGE: base },
    forcerm: true,
    abortSignal: AbortSignal.any([signal, AbortSignal.timeout(BUILD_LIMIT_MS)]),
  });
  await followProgress(answer, progress);
}

async function orFailure(
  { setup }: SandboxImage,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (signal.aborted) throw interrupted();
    if (cause instanceof AssayError) throw cause;
    const message = `The sandbox image could not be built: ${messageOf(cause).trim()}. Run "${setup}" again, or "assay doctor".`;
    throw new AssayError('IMAGE_BUILD_FAILED', message, { cause });
  }
}

async function imageFolder(): Promise<SandboxFile[]> {
  const names = await readdir(IMAGE_FOLDER);
  return await Promise.all(
    names.map(async (name) => fileAt(name, await readFile(new URL(name, IMAGE_FOLDER)))),
  );
}

function fileAt(name: string, content: Uint8Array): SandboxFile {
  return { path: `/${name}`, content, executable: false };
}
