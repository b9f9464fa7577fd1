import type { Call } from './parse-call.ts';
import { asPrinted, runOf } from './tracer.ts';

type Argv = readonly string[];

/**
 * The starts of the program that leads to a command, one for each command that the harness runs. A start is the harness's
 * own once, and by an id that it drew for that very command: whoever starts the same program again is on record. What
 * that program then becomes is the agent's command, which the harness knows in full, however little of it is printed.
 */
export class OwnStarts {
  readonly #awaited = new Map<string, Argv>();
  /** The commands that processes are about to become. */
  readonly #next = new Map<number, Argv>();

  expect(run: string, argv: Argv): void {
    this.#awaited.set(run, argv);
  }

  /** How many were not seen to start under a tracer. */
  get missing(): number {
    return this.#awaited.size;
  }

  /** Whether the call is one of them, which it then no longer is. */
  take(pid: number, call: Call): boolean {
    const run = runOf(call);
    const argv = run === null ? undefined : this.#awaited.get(run);
    if (run === null || argv === undefined) return false;
    this.#awaited.delete(run);
    this.#next.set(pid, argv);
    return true;
  }

  /** Returns the call with all of its arguments if it starts a command of the harness, and otherwise as it is. */
  complete(pid: number, call: Call): Call {
    const argv = this.#next.get(pid);
    if (argv === undefined || call.name !== 'execve') return call;
    this.#next.delete(pid);
    return call.isCut && isSame(call.list, argv.map(asPrinted))
      ? { ...call, list: argv, isCut: false }
      : call;
  }

  /** Forgets a process, because another one may get its number. */
  end(pid: number): void {
    this.#next.delete(pid);
  }
}

function isSame(some: Argv, others: Argv): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}
