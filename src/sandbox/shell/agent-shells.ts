import { AssayError } from '../../base/assay-error.ts';
import type { Place } from '../exec.ts';
import { withRoom } from '../with-room.ts';
import type { Shell } from './shell.ts';
import { SHELL_ALONE, startShell } from './start-shell.ts';

const ROUNDS = 5;

/** The shells of the agent's user in one sandbox, of which the last one counts. */
export class AgentShells {
  readonly #place: Place;
  readonly #closing: AbortSignal;
  #current: Promise<Shell | null> | null = null;
  #hasAgentRun = false;

  constructor(place: Place, closing: AbortSignal) {
    this.#place = place;
    this.#closing = closing;
  }

  /** There is a shell that the agent had no chance to do anything to. */
  get isTrusted(): boolean {
    return this.#current !== null && !this.#hasAgentRun;
  }

  agentRuns(): void {
    this.#hasAgentRun = true;
  }

  /** A new one where the agent has ended the last; `null` where none can be had. */
  async open(): Promise<Shell | null> {
    const kept = await this.#current;
    if (kept !== null && !kept.isLost) return kept;
    this.#current = startShell(this.#place, this.#closing);
    return this.#current;
  }

  /** Ends every process of the agent's user: what is left is a new shell. */
  async startAlone(): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      const start = () => startShell(this.#place, this.#closing, SHELL_ALONE);
      const shell = await withRoom(this.#place.container, SHELL_ALONE, start);
      if (shell.isLost) continue;
      this.#current = Promise.resolve(shell);
      this.#hasAgentRun = false;
      return;
    }
    throw new AssayError('SANDBOX_FAILED', `The agent's processes outlived ${ROUNDS} rounds of SIGKILL.`);
  }
}
