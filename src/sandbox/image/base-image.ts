import { fileURLToPath } from 'node:url';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import { hostPrograms } from '../../host/host-programs.ts';
import type { EngineConnection } from '../docker/connect-engine.ts';
import { IMAGE_FOLDER } from './image.ts';
import { followProgress, type Progress } from './progress.ts';

const PUBLIC_BASE = 'node:24-bookworm-slim';
const OWN_BASE = { repo: 'assay-base', tag: 'latest' };
const REGISTRY_ANSWER_LIMIT_MS = 20_000;
const BASE_LIMIT_MS = 15 * 60_000;

/**
 * Returns the name of a Debian image with Node.js: a public one or, if no registry
 * answers, one that is made here.
 */
export async function provideBase(
  connection: EngineConnection,
  progress: Progress,
  signal: AbortSignal,
): Promise<string> {
  progress(`pulling ${PUBLIC_BASE}`);
  try {
    await pull(connection, progress, signal);
    return PUBLIC_BASE;
  } catch (cause) {
    if (signal.aborted) throw cause;
    const reason = messageOf(cause).trim();
    progress(
      `no registry provided ${PUBLIC_BASE} (${reason}); building a Debian base image, which takes a minute`,
    );
    await makeBase(connection, signal);
    return `${OWN_BASE.repo}:${OWN_BASE.tag}`;
  }
}

/**
 * Only the first answer has a short limit: an engine can take minutes to find that it reaches no registry.
 */
async function pull({ streams }: EngineConnection, progress: Progress, signal: AbortSignal): Promise<void> {
  const silence = new AbortController();
  const limit = setTimeout(() => silence.abort(), REGISTRY_ANSWER_LIMIT_MS);
  try {
    const abortSignal = AbortSignal.any([signal, silence.signal, AbortSignal.timeout(BASE_LIMIT_MS)]);
    const answer = await streams.pull(PUBLIC_BASE, { abortSignal });
    clearTimeout(limit);
    await followProgress(answer, progress);
  } finally {
    clearTimeout(limit);
  }
}

async function makeBase({ streams }: EngineConnection, signal: AbortSignal): Promise<void> {
  const script = fileURLToPath(new URL('debian-base.sh', IMAGE_FOLDER));
  await using host = await hostPrograms();
  const making = host.run('bash', [script, process.execPath], {
    cancelSignal: signal,
    timeout: BASE_LIMIT_MS,
    buffer: { stdout: false },
    reject: false,
  });
  const [made, imported] = await Promise.allSettled([
    making,
    streams
      .importImage(making.stdout, { ...OWN_BASE, abortSignal: signal })
      .then((answer) => followProgress(answer, () => undefined)),
  ]);
  if (made.status === 'fulfilled' && made.value.failed) throw noBase(made.value.stderr, made.value);
  if (imported.status === 'rejected') throw noBase(messageOf(imported.reason), imported.reason);
}

function noBase(output: string, cause: unknown): AssayError {
  const reason = output.trim().split('\n').at(-1);
  const message =
    `There is no base for the sandbox image: no registry provided ${PUBLIC_BASE}, and building one failed (${reason}). ` +
    'Give the Docker engine a registry, or run "assay setup" on Debian or Ubuntu as root.';
  return new AssayError('IMAGE_BUILD_FAILED', message, { cause });
}
