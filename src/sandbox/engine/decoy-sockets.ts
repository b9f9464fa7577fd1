import { CHANNEL_PATH } from '../../contracts/sandbox-places.ts';
import { ROOT } from '../docker/container-options.ts';
import { type ContainerContext, startExec } from '../docker/exec.ts';
import { launchOk } from '../docker/launch.ts';

/**
 * Reports who connects and closes the connection, one after the other: once a connection of the harness itself is closed, all that
 * came before have been reported.
 */
const LISTENER = `
import os, select, socket, struct, sys

channel = os.open(sys.argv[1], os.O_WRONLY)
os.umask(0)
listeners = {}
for path in sys.argv[2:]:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(4096)
    listeners[listener] = path
while True:
    for listener in select.select(list(listeners), [], [])[0]:
        client, _ = listener.accept()
        pid, uid, _ = struct.unpack("3i", client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        if uid != 0:
            os.write(channel, f"\\n{listeners[listener]}\\t0\\tprocess {pid}\\n".encode())
        client.close()
`;

const KNOCK = `
import socket, sys, time

for path in sys.argv[1:]:
    for attempt in range(500):
        try:
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(path)
                client.recv(1)
            break
        except OSError:
            time.sleep(0.02)
    else:
        sys.exit(f"nobody listens at {path}")
`;

export type DecoySockets = {
  /** Waits until every connection that was made so far is reported on the channel. */
  settle(): Promise<void>;
};

/** Listens at these paths as root, whom no process of the agent can end. Their folders must be root's as well. */
export async function listenAt(
  place: ContainerContext,
  paths: readonly string[],
  closing: AbortSignal,
): Promise<DecoySockets> {
  const argv = ['/usr/bin/python3', '-ISc', LISTENER, CHANNEL_PATH, ...paths];
  await startExec(place, { argv, user: ROOT }, closing, () => undefined);
  const settle = async () => {
    await launchOk(place.asRoot, { argv: ['/usr/bin/python3', '-ISc', KNOCK, ...paths] });
  };
  await settle();
  return { settle };
}
