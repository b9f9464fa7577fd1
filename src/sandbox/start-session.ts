import { connectEngine } from './connect-engine.ts';
import { dockerEngine, reap } from './docker-engine.ts';
import { imageTag } from './image.ts';
import { removeLease, writeLease } from './lease.ts';
import type { SandboxEngine } from './sandbox.ts';

export async function startSession(
  leaseFolder: string,
  session: string,
): Promise<SandboxEngine & AsyncDisposable> {
  const connection = await connectEngine();
  const image = await imageTag();
  await writeLease(leaseFolder, session, connection.address);
  return {
    ...dockerEngine({ connection, image, session }),
    async [Symbol.asyncDispose]() {
      const isClean = await reap(connection, session).then(
        () => true,
        // The lease stays, and a later command does it.
        () => false,
      );
      if (isClean) await removeLease(leaseFolder, session);
    },
  };
}
