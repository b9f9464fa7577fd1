import { AssayError } from '../../../base/assay-error.ts';
import type { Asker } from '../../../contracts/asker.ts';
import type { ContainerContext } from '../../docker/exec.ts';
import { LAUNCH_LIMIT_MS } from '../../docker/launch-limits.ts';
import type { LoopbackConnection } from '../../sandbox.ts';
import { endProcesses } from './end-processes.ts';
import type { Shell } from './shell.ts';
import { startShell } from './start-shell.ts';

/** The shells of the agent's user in one sandbox, of which only the last is in use. */
export class AgentShells {
  readonly #place: ContainerContext;
  readonly #initProcess: Shell;
  readonly #closing: AbortSignal;
  #current: Promise<Shell | null> | null = null;
  #ending: Promise<void> | null = null;
  #hasAgentRun = false;
  /** The shell that has started the agent program. */
  #ofProgram: Shell | null = null;

  constructor(place: ContainerContext, initProcess: Shell, closing: AbortSignal) {
    this.#place = place;
    this.#initProcess = initProcess;
    this.#closing = closing;
  }

  /** Whether there is a shell that the agent had no chance to tamper with. */
  get isTrusted(): boolean {
    return this.#current !== null && !this.#hasAgentRun;
  }

  agentRuns(): void {
    this.#hasAgentRun = true;
  }

  /**
   * Whether the agent's user has processes, according to the one process that is out of the agent's reach.
   */
  hasProcesses(): Promise<boolean> {
    return this.#initProcess.seesProcessesOf(this.#place.users.agent, AbortSignal.timeout(LAUNCH_LIMIT_MS));
  }

  /** Ends the shell that the sandbox was prepared with, so that it does not run beside what is watched. */
  async endPreparation(): Promise<void> {
    const last = await this.#current;
    if (last === null) return;
    this.#current = null;
    last.lose();
    await endProcesses(this.#place, this.#initProcess);
  }

  startsProgram(shell: Shell): void {
    this.#ofProgram = shell;
  }

  /**
   * Tells whether the agent program has a connection open, or something else in its sandbox. The agent can end or stop the shell
   * that is asked here: then the program is not known to ask anything any more.
   */
  async askerOf(connection: LoopbackConnection, signal: AbortSignal): Promise<Asker | null> {
    if (this.#ofProgram === null) return null;
    const ends = AbortSignal.any([signal, this.#closing, AbortSignal.timeout(LAUNCH_LIMIT_MS)]);
    const isHeld = await this.#ofProgram.programHolds(connection, ends);
    return isHeld === null ? null : isHeld ? 'agent' : 'other';
  }

  /** Returns the last shell, or a new one if the agent has ended it; `null` if none can be started. */
  async open(): Promise<Shell | null> {
    const last = this.#current;
    const kept = await last;
    if (kept !== null && !kept.isLost) return kept;
    if (this.#ending !== null) await this.#ending;
    else if (this.#current === last) this.#current = startShell(this.#place, this.#closing);
    return this.#current;
  }

  /**
   * Ends every process of the agent's user, and starts a new shell only once none is left: if it started
   * beside others, they could take it over before it has done anything.
   */
  startAlone(): Promise<void> {
    this.#ending ??= this.#endAndStart().finally(() => {
      this.#ending = null;
    });
    return this.#ending;
  }

  async #endAndStart(): Promise<void> {
    (await this.#current)?.lose();
    await endProcesses(this.#place, this.#initProcess);
    const shell = await startShell(this.#place, this.#closing);
    if (shell === null)
      throw new AssayError('SANDBOX_FAILED', 'No new shell could be started in the sandbox.');
    this.#current = Promise.resolve(shell);
    this.#hasAgentRun = false;
  }
}
