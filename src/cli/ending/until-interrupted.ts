import { AssayError, messageOf } from '../../base/assay-error.ts';
import { leaveTerminal, say } from '../terminal/print.ts';

/** Ctrl-C, a polite kill, and a terminal that was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** npm passes on a Ctrl-C that the terminal gave to its child as well: one key may arrive twice. */
const SAME_KEY_MS = 1000;

/** As much of a process as this needs. */
export type SignalSource = {
  pid: number;
  kill(pid: number, signal: NodeJS.Signals): unknown;
  on(signal: NodeJS.Signals, listener: NodeJS.SignalsListener): unknown;
  off(signal: NodeJS.Signals, listener: NodeJS.SignalsListener): unknown;
};

/**
 * Runs work that a signal should end in order: the first aborts it, and it cleans up and records what is done. The next
 * one ends the process at once; what is left behind is removed by the next command.
 *
 * The listeners stay until the work is done. Packages that clean up at the end of a process (signal-exit) count the
 * listeners of a signal, and end the process by it themselves where they find none but their own.
 */
export async function untilInterrupted<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  source: SignalSource = process,
): Promise<Result> {
  const controller = new AbortController();
  let firstMs: number | null = null;
  const interrupt = (signal: NodeJS.Signals) => {
    if (firstMs === null) {
      firstMs = performance.now();
      say('Interrupted: cleaning up. Interrupt again to end at once.');
      controller.abort();
    } else if (performance.now() - firstMs > SAME_KEY_MS) endBy(signal);
  };
  const endBy = (signal: NodeJS.Signals) => {
    leaveTerminal();
    say('Ended at once. The next command removes what is left.');
    unlisten();
    source.kill(source.pid, signal);
  };
  const unlisten = () => SIGNALS.forEach((signal) => void source.off(signal, interrupt));
  SIGNALS.forEach((signal) => void source.on(signal, interrupt));
  try {
    return await work(controller.signal);
  } catch (cause) {
    // A child that the terminal interrupted too may be what the work complains of.
    throw controller.signal.aborted ? interruptedBy(cause) : cause;
  } finally {
    unlisten();
  }
}

function interruptedBy(cause: unknown): unknown {
  if (cause instanceof AssayError && cause.code === 'INTERRUPTED') return cause;
  return new AssayError('INTERRUPTED', `Interrupted: ${messageOf(cause)}`, { cause });
}
