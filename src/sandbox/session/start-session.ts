import { AssayError } from '../../base/assay-error.ts';
import { connectEngine, type EngineConnection } from '../docker/connect-engine.ts';
import { dockerEngine, reap } from '../engine/docker-engine.ts';
import { imageFor, type SandboxImage } from '../image/image.ts';
import type { SandboxEngine } from '../sandbox.ts';
import { describeEngine } from './inspect-engine.ts';
import { removeLease, writeLease } from './lease.ts';

export async function startSession(
  leaseFolder: string,
  session: string,
  { runtime, image: chosen }: { runtime: string | null; image: SandboxImage | null },
): Promise<SandboxEngine & AsyncDisposable> {
  const connection = await connectEngine();
  if (runtime !== null) await requireRuntime(connection, runtime);
  const image = chosen ?? (await imageFor(null));
  await writeLease(leaseFolder, session, connection.address);
  return {
    ...dockerEngine({ connection, image, session, runtime }),
    async [Symbol.asyncDispose]() {
      const isClean = await reap(connection, session).then(
        () => true,
        // The lease stays, and a later command tries again.
        () => false,
      );
      if (isClean) await removeLease(leaseFolder, session);
    },
  };
}

async function requireRuntime(connection: EngineConnection, runtime: string): Promise<void> {
  const { runtimes } = await describeEngine(connection);
  if (runtimes.includes(runtime)) return;
  const message = `The engine at ${connection.address} has no runtime "${runtime}"; it has ${runtimes.join(', ')}.`;
  throw new AssayError('USAGE', `${message} Install it there, or leave out --runtime.`);
}
