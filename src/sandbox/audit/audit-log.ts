import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError } from '../../base/assay-error.ts';
import type { ProcessRecord } from '../../contracts/process-event.ts';
import { ROOT } from '../docker/container-options.ts';
import { type ContainerContext, startExec } from '../docker/exec.ts';
import { launchOk } from '../docker/launch.ts';
import { launchByEngine } from '../docker/launch-by-engine.ts';
import { LAUNCH_LIMIT_MS } from '../docker/launch-limits.ts';
import type { AgentShells } from '../process/shell/agent-shells.ts';
import type { Supervision } from '../process/supervision.ts';
import type { AuditSpec } from '../sandbox.ts';
import {
  countUndelivered,
  NONE_UNDELIVERED,
  type Undelivered,
  undeliveredBetween,
} from './count-undelivered.ts';
import { ThreadedTrace } from './threaded-trace.ts';
import { MARKS_PIPE, TRACE_FOLDER, traced, tracePipe } from './tracer.ts';

export type AuditLog = Supervision &
  Disposable & {
    /** Returns the record so far, once every process is stopped, or the part that arrived from a sandbox that has ended. */
    record(of: 'running' | 'ended'): Promise<ProcessRecord>;
  };

const READY = 'ready';
/** An honest tracer may take this long on a slow machine. */
const TRACERS_END_LIMIT_MS = 10_000;
/** Reading what arrived from a sandbox that has ended, or was too slow before. */
const ARRIVED_LIMIT_MS = 30_000;

const READER = ['/usr/bin/python3', '-IS', '/usr/local/lib/assay/read-trace.py', TRACE_FOLDER, READY];

const WRITE_MARK = 'printf "%s\\n" "$1" >"$0"';

/**
 * Ends the traced processes before the tracers, which then record the ends and exit. Starts no process, because there may
 * be no room for one, and repeats, because a program that does nothing but fork is always a little ahead.
 */
const KILL_TRACED = `
while (( SECONDS < 15 )); do
  found=0
  for status in /proc/[0-9]*/status; do
    mapfile -t lines 2>/dev/null <"$status" || continue
    [[ \${lines[*]} =~ TracerPid:[[:space:]]+[1-9] ]] || continue
    found=1 pid=\${status#/proc/}
    kill -9 "\${pid%/status}" 2>/dev/null
  done
  (( found )) || exit 0
done
`;

/**
 * Watches the processes that the agent starts from here on. A tracer runs as the agent's own user, because the kernel
 * lets it trace only then. The agent can therefore kill it, and the ends of the processes that it followed are missing
 * from the record. To hide that, a program would have to open a pipe at the very moment at which another one kills the
 * tracer, and succeed the first time, because every other attempt is on record before it returns.
 */
export async function openAuditLog(
  place: ContainerContext,
  shells: AgentShells,
  { paths, objects, oracles }: AuditSpec,
): Promise<AuditLog> {
  using opening = new DisposableStack();
  const closing = opening.adopt(new AbortController(), (controller) => controller.abort());
  const trace = opening.use(new ThreadedTrace({ paths, objects, pipes: TRACE_FOLDER }, oracles));
  const watchFromHere = markOf();
  const request = { argv: [...READER, watchFromHere, ...objects], user: ROOT };
  const ready = trace.expect(READY);
  await startExec(place, request, closing.signal, (_stream, bytes) => trace.push(bytes));
  await inTime(ready);
  const open = opening.move();
  let beginning: Promise<void> | null = null;
  let undeliveredBefore: Undelivered | null = null;
  let tracers = 0;
  let delay: unknown = null;

  /** Waits until everything that was done so far has arrived. What was too late once is not waited for again. */
  async function catchUp(mark = markOf()): Promise<void> {
    if (delay !== null) throw delay;
    const arrived = trace.expect(mark);
    await launchOk(place.asRoot, { argv: ['/bin/bash', '-c', WRITE_MARK, MARKS_PIPE, mark] });
    try {
      await inTime(arrived);
    } catch (error) {
      delay = error;
      throw error;
    }
  }

  /** Starts counting now, because packets that the harness sent during the attestation are not the agent's. */
  async function beginWatch(): Promise<void> {
    await shells.endPreparation();
    undeliveredBefore = await countUndelivered(place);
    await catchUp(watchFromHere);
  }

  async function undeliveredSince(before: Undelivered | null): Promise<Undelivered> {
    return before === null ? NONE_UNDELIVERED : undeliveredBetween(before, await countUndelivered(place));
  }

  /** Waits for the tracers. The wait is limited, because a tracer that was killed never writes the ends. */
  async function untilTracersEnded(): Promise<void> {
    const limit = AbortSignal.timeout(TRACERS_END_LIMIT_MS);
    await catchUp();
    for (let areLeft = true; areLeft && !limit.aborted && (await inTime(trace.countLiving())) > 0; ) {
      await sleep(20);
      areLeft = await shells.hasProcesses();
      await catchUp();
    }
  }

  return {
    wrap(request) {
      const run = randomUUID();
      trace.expectRun(run, request.argv);
      tracers += 1;
      return traced(request, { run, pipe: tracePipe(tracers) });
    },
    begin() {
      beginning ??= beginWatch();
      return beginning;
    },
    async stop() {
      await launchByEngine(place)({ argv: ['/bin/bash', '-c', KILL_TRACED] });
      await untilTracersEnded();
      await shells.startAlone();
    },
    end: () => catchUp().finally(() => trace.endWatch()),
    async record(of) {
      if (of === 'ended') {
        trace.note('it was not read to its end');
        return {
          ...(await inTime(trace.record(AbortSignal.timeout(ARRIVED_LIMIT_MS)))),
          ...NONE_UNDELIVERED,
        };
      }
      await catchUp();
      const undelivered = await undeliveredSince(undeliveredBefore);
      return { ...(await inTime(trace.record())), ...undelivered };
    },
    [Symbol.dispose]: () => open.dispose(),
  };
}

function markOf(): string {
  return `assay ${randomUUID()}`;
}

async function inTime<T>(awaited: Promise<T>): Promise<T> {
  const limit = new AbortController();
  const late = sleep(LAUNCH_LIMIT_MS, undefined, { signal: limit.signal }).then(() => {
    throw new AssayError('SANDBOX_FAILED', 'The record of processes did not arrive in time.');
  });
  try {
    return await Promise.race([awaited, late]);
  } finally {
    late.catch(() => undefined);
    limit.abort();
  }
}
