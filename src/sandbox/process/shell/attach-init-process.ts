import type Docker from 'dockerode';
import { demultiplexer } from '../../docker/demultiplex.ts';
import { Shell } from './shell.ts';

/**
 * Attaches to the shell that is the container's init process. This happens before the start, so that no
 * output is missed. `onApart` gets the output of the one process that was started with it.
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
