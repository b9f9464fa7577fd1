import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError } from '../../base/assay-error.ts';
import { CHANNEL_PATH } from '../../contracts/sandbox-places.ts';
import { ROOT } from '../docker/container-options.ts';
import { type ContainerContext, startExec } from '../docker/exec.ts';
import { launchOk } from '../docker/launch.ts';
import { LAUNCH_LIMIT_MS } from '../docker/launch-limits.ts';
import type { Channel } from '../sandbox.ts';
import { ChannelLines } from './channel-lines.ts';
import { listenAt } from './decoy-sockets.ts';

/** The reader opens the pipe for writing too, or it would see an end whenever the last writer leaves. */
const READER = 'exec 3<>"$0"; exec /bin/cat <&3';

/** Starts on a new line even after half a line, and is so short that the kernel writes it in one piece. */
const MARKER = 'printf "\\n%s\\n" "$1" >"$0"';

export async function openChannel(
  place: ContainerContext,
  { words, sockets }: { words: readonly string[]; sockets: readonly string[] },
  closing: AbortSignal,
): Promise<Channel> {
  await launchOk(place.asRoot, { argv: ['/usr/bin/mkfifo', '--mode=0622', CHANNEL_PATH] });
  const lines = new ChannelLines([...words, ...sockets]);
  const reader = { argv: ['/bin/bash', '-c', READER, CHANNEL_PATH], user: ROOT };
  await startExec(place, reader, closing, (_stream, bytes) => lines.push(bytes));

  const listening = sockets.length === 0 ? null : await listenAt(place, sockets, closing);
  return {
    received: () => lines.all,
    async drain() {
      await listening?.settle();
      const marker = randomUUID();
      lines.expect(marker);
      await launchOk(place.asRoot, { argv: ['/bin/bash', '-c', MARKER, CHANNEL_PATH, marker] });
      await untilArrived(lines, marker);
      if (lines.missing > 0) throw lost(`${lines.missing} more bytes were written than are kept`);
      return lines.all;
    },
  };
}

async function untilArrived(lines: ChannelLines, marker: string): Promise<void> {
  const limit = AbortSignal.timeout(LAUNCH_LIMIT_MS);
  while (!lines.hasArrived(marker)) {
    if (limit.aborted) throw lost(`its end did not arrive within ${LAUNCH_LIMIT_MS / 1000} s`);
    await sleep(5);
  }
}

/** An incomplete list is never passed off as complete: what is missing could be what a verdict rests on. */
function lost(reason: string): AssayError {
  return new AssayError('SANDBOX_FAILED', `Lines of a sandbox's channel were lost: ${reason}.`);
}
