import type { Call } from './parse-call.ts';
import { asPrinted, runOf } from './tracer.ts';

type Argv = readonly string[];

/**
 * The starts of the program that launches a command, one for each command that the harness runs. A start is recognised as
 * the harness's own only once, by an id that was drawn for that command, so that starting the same program again is
 * recorded. That program then executes the agent's command, whose arguments the harness knows even if they are not
 * printed in full.
 */
export class OwnStarts {
  readonly #awaited = new Map<string, Argv>();
  /** The commands that processes are about to execute, by process. */
  readonly #next = new Map<number, Argv>();

  expect(run: string, argv: Argv): void {
    this.#awaited.set(run, argv);
  }

  /** The number of commands that were not seen to start under a tracer. */
  get missing(): number {
    return this.#awaited.size;
  }

  /** Whether the call is one of these starts; each counts once. */
  take(pid: number, call: Call): boolean {
    const run = runOf(call);
    const argv = run === null ? undefined : this.#awaited.get(run);
    if (run === null || argv === undefined) return false;
    this.#awaited.delete(run);
    this.#next.set(pid, argv);
    return true;
  }

  /** Returns the call with all of its arguments if it starts a command of the harness, and otherwise unchanged. */
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
