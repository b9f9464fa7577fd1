import { AssayError } from '../../base/assay-error.ts';
import { type Machine, USUAL_MACHINE } from '../../contracts/environment.ts';
import { connectEngine, type EngineConnection } from '../docker/connect-engine.ts';
import { NameFiles } from '../docker/name-files.ts';
import { dockerEngine, reap } from '../engine/docker-engine.ts';
import { imageFor, type SandboxImage } from '../image/image.ts';
import type { SandboxEngine, ServiceSecret } from '../sandbox.ts';
import { describeEngine } from './inspect-engine.ts';
import { removeLease, writeLease } from './lease.ts';

/** What the sandboxes of a session have in common. */
export type SessionKind = {
  /** `null` means the engine's own. */
  runtime?: string | null | undefined;
  /** By default the sandbox image, without the program of an agent. */
  image?: SandboxImage;
  machine?: Machine | undefined;
  secrets?: readonly ServiceSecret[];
};

export async function startSession(
  leaseFolder: string,
  session: string,
  { runtime = null, image: chosen, machine = USUAL_MACHINE, secrets = [] }: SessionKind,
): Promise<SandboxEngine & AsyncDisposable> {
  const connection = await connectEngine();
  if (runtime !== null) await requireRuntime(connection, runtime);
  const image = chosen ?? (await imageFor(null));
  await writeLease(leaseFolder, session, connection.address);
  const names = new NameFiles(session);
  return {
    ...dockerEngine({ connection, image, session, runtime, machine, secrets, names }),
    async [Symbol.asyncDispose]() {
      const isClean = await reap(connection, session).then(
        () => true,
        // The lease stays, and a later command tries again.
        () => false,
      );
      await names[Symbol.asyncDispose]();
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
