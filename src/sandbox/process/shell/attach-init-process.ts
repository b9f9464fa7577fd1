import type Docker from 'dockerode';
import { demultiplexer } from '../../docker/demultiplex.ts';
import { Shell } from './shell.ts';

/**
 * A shell that is the container's own first process. Attached before the start, so that nothing it says is missed. The
 * stream apart is that of the one process which was started for it.
 */
export async function attachInitProcess(
  container: Docker.Container,
  onApart: (bytes: Buffer) => void,
  signal: AbortSignal,
): Promise<Shell> {
  const all = { stream: true, stdin: true, stdout: true, stderr: true };
  const socket = await container.attach({ ...all, hijack: true, abortSignal: signal });
  const initProcess = new Shell({
    send: (bytes) => void socket.write(bytes),
    close: () => socket.end(),
  });
  const receive = demultiplexer((stream, bytes) => {
    if (stream === 'stdout') initProcess.receive(bytes);
    else onApart(bytes);
  });
  socket.on('data', receive);
  for (const event of ['end', 'close', 'error']) socket.on(event, () => initProcess.lose());
  return initProcess;
}
