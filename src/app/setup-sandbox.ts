import { connectEngine } from '../sandbox/docker/connect-engine.ts';
import { buildImage } from '../sandbox/image/build-image.ts';
import { findImage, imageMissing, imageTag } from '../sandbox/image/image.ts';
import type { Progress } from '../sandbox/image/progress.ts';

export type SandboxSetup = { tag: string; digest: string; wasBuilt: boolean };

/** Builds the sandbox image, unless this version of it exists. */
export async function setupSandbox(progress: Progress, signal: AbortSignal): Promise<SandboxSetup> {
  const connection = await connectEngine();
  const tag = await imageTag();
  const present = await findImage(connection, tag);
  if (present !== null) return { tag, digest: present, wasBuilt: false };
  await buildImage(connection, tag, progress, signal);
  const digest = await findImage(connection, tag);
  if (digest === null) throw imageMissing(tag);
  return { tag, digest, wasBuilt: true };
}
