import type { Server } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { connectTo, type EngineConnection } from '../../../src/sandbox/docker/connect-engine.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

/** Takes a server of this test's for a Docker engine, until the test ends. */
export async function connectToServer(server: Server): Promise<EngineConnection> {
  const socket = join(temporaryFolder(), 'docker.sock');
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => {
    server.close();
  });
  return connectTo(`unix://${socket}`, '');
}
