import { OpenCalls } from '../../traffic/open-calls.ts';
import type { ModelAnswer, ModelRequest } from '../../traffic/wire.ts';
import type { RequestTime, TrialClock } from './trial-clock.ts';

/**
 * Keeps the clock of a trial running while a tool is at work on its task, whatever else waits for a model. If two conversations bring
 * the result of one call, the first of them may have been made up while the tool was still at work: then no wait since the call counts,
 * and none from then on.
 */
export class ToolTime {
  readonly #clock: TrialClock;
  readonly #calls: OpenCalls | null;
  #work: RequestTime | null = null;
  /** For how long the clock had stood still when a tool was called. */
  readonly #offMs = new Map<string, number>();

  /** Without a prompt nobody can tell what belongs to the task. */
  constructor(clock: TrialClock, prompt: string | null) {
    this.#clock = clock;
    this.#calls = prompt === null ? null : new OpenCalls(prompt);
  }

  sawRequest(request: ModelRequest): void {
    for (const id of this.#calls?.sawRequest(request) ?? [])
      this.#clock.standStillAtMost(this.#offMs.get(id) ?? 0);
    if (this.#calls?.areOpen === false) this.end();
  }

  /** Takes an answer that came to its end at `endMs`. */
  sawAnswer(request: ModelRequest, answer: ModelAnswer, endMs: number): void {
    const called = this.#calls?.sawAnswer(request, answer) ?? [];
    if (this.#calls?.areOpen === true) this.#work ??= this.#clock.begin(endMs);
    const offMs = this.#clock.offClockMs();
    for (const id of called) this.#offMs.set(id, offMs);
  }

  end(): void {
    this.#work?.end();
    this.#work = null;
  }
}
