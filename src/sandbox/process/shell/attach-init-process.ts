import type Docker from 'dockerode';
import { demultiplexer } from '../../docker/demultiplex.ts';
import { Shell } from './shell.ts';

/**
 * The output of the one process that the init process was told to start with an output of its own. Pausing it
 * pauses the answers of the init process too, because the engine sends both over one stream.
 */
export type SideChannel = { onBytes: (bytes: Buffer) => void; pause: () => void; resume: () => void };

/**
 * Attaches to the shell that is the container's init process. This happens before the start, so that no
 * output is missed.
 */
export async function attachInitProcess(
  container: Docker.Container,
  signal: AbortSignal,
): Promise<{ initProcess: Shell; sideChannel: SideChannel }> {
  const all = { stream: true, stdin: true, stdout: true, stderr: true };
  const socket = await container.attach({ ...all, hijack: true, abortSignal: signal });
  const initProcess = new Shell({
    send: (bytes) => void socket.write(bytes),
    close: () => socket.end(),
  });
  const sideChannel: SideChannel = {
    onBytes: () => undefined,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
  const receive = demultiplexer((stream, bytes) => {
    if (stream === 'stdout') initProcess.receive(bytes);
    else sideChannel.onBytes(bytes);
  });
  socket.on('data', receive);
  for (const event of ['end', 'close', 'error']) socket.on(event, () => initProcess.lose());
  return { initProcess, sideChannel };
}
