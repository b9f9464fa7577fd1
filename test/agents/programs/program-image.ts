import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { execa } from 'execa';
import type { Packages } from '../../../src/agents/programs/program-agent.ts';
import { connectEngine, type EngineConnection } from '../../../src/sandbox/docker/connect-engine.ts';
import { packFiles } from '../../../src/sandbox/files/pack-files.ts';
import { imageTag } from '../../../src/sandbox/image/image.ts';
import { followProgress } from '../../../src/sandbox/image/progress.ts';
import { hasIntegrity } from '../../../src/sources/npm/integrity.ts';

/** An image with a program in it, made from the one that all sandboxes are made from; disposed of, it is gone. */
export type ProgramImage = AsyncDisposable & { tag: string };

/** Far above what it takes. */
const BUILD_LIMIT_MS = 5 * 60_000;

export async function buildProgramImage(packages: Packages): Promise<ProgramImage> {
  const connection = await connectEngine();
  const { Arch } = await connection.docker.version();
  const tarball = await download(Arch === 'arm64' ? packages.arm64 : packages.amd64);
  const tag = `assay-test-agent:${randomUUID()}`;
  await build(connection, tag, tarball);
  return {
    tag,
    [Symbol.asyncDispose]: async () => void (await connection.docker.getImage(tag).remove()),
  };
}

/** By the npm and from the registry of whoever runs the tests; no script of the package is run. */
async function download({ spec, integrity }: Packages[keyof Packages]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-package-'));
  try {
    const args = ['pack', spec, '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
    const { failed, stderr } = await execa('npm', args, { cwd: folder, reject: false });
    if (failed) throw new Error(`This test needs ${spec}, and npm did not get it: ${stderr}`);
    const [file = ''] = await readdir(folder);
    const tarball = await readFile(join(folder, file));
    if (hasIntegrity(tarball, integrity)) return tarball;
    throw new Error(`The registry's ${spec} is not the one that was pinned, which has ${integrity}.`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function build({ streams }: EngineConnection, tag: string, tarball: Buffer): Promise<void> {
  const dockerfile = Buffer.from(`FROM ${await imageTag()}\nADD agent.tgz /opt/agent/\n`);
  const context = await packFiles([
    { path: '/Dockerfile', content: dockerfile, executable: false },
    { path: '/agent.tgz', content: tarball, executable: false },
  ]);
  const abortSignal = AbortSignal.timeout(BUILD_LIMIT_MS);
  const answer = await streams.buildImage(Readable.from([context]), { t: tag, forcerm: true, abortSignal });
  await followProgress(answer, () => undefined);
}
