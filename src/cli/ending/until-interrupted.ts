import { listensForSignals } from '../../app/blocking-work.ts';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import { leaveTerminal, say } from '../terminal/print.ts';

/** Ctrl-C, a polite kill, and a terminal that was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/**
 * npm forwards a Ctrl-C that its child has already got from the terminal, so one key press may arrive twice.
 */
const SAME_KEY_MS = 1000;

/** The part of a process that this needs. */
export type SignalSource = {
  pid: number;
  kill(pid: number, signal: NodeJS.Signals): unknown;
  on(signal: NodeJS.Signals, listener: NodeJS.SignalsListener): unknown;
  off(signal: NodeJS.Signals, listener: NodeJS.SignalsListener): unknown;
};

/**
 * Runs work that a signal should end in order: the first signal aborts it, and it cleans up and records what
 * is done. The next one ends the process at once; the next command removes what is left behind.
 *
 * The listeners stay until the work is done. Packages that clean up when a process ends (signal-exit) count
 * the listeners of a signal, and end the process themselves if they find only their own. Work that blocks the event loop
 * pauses them, because no listener would be called before its end.
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
  const listen = () => SIGNALS.forEach((signal) => void source.on(signal, interrupt));
  const forget = listensForSignals({ pause: unlisten, resume: listen });
  listen();
  try {
    return await work(controller.signal);
  } catch (cause) {
    // The work may have failed because the terminal interrupted one of its child processes too.
    throw controller.signal.aborted ? interruptedBy(cause) : cause;
  } finally {
    forget();
    unlisten();
  }
}

function interruptedBy(cause: unknown): unknown {
  if (cause instanceof AssayError && cause.code === 'INTERRUPTED') return cause;
  return new AssayError('INTERRUPTED', `Interrupted: ${messageOf(cause)}`, { cause });
}
