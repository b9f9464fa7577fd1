import { OpenCalls } from '../../traffic/open-calls.ts';
import type { ModelAnswer, ModelRequest } from '../../traffic/wire.ts';
import type { RequestTime, TrialClock } from './trial-clock.ts';

/** Keeps the clock of a trial running while a tool is at work on its task, whatever else waits for a model. */
export class ToolTime {
  readonly #clock: TrialClock;
  readonly #calls: OpenCalls | null;
  #work: RequestTime | null = null;

  /** Without a prompt nobody can tell what belongs to the task. */
  constructor(clock: TrialClock, prompt: string | null) {
    this.#clock = clock;
    this.#calls = prompt === null ? null : new OpenCalls(prompt);
  }

  sawRequest(request: ModelRequest): void {
    this.#calls?.sawRequest(request);
    if (this.#calls?.areOpen === false) this.end();
  }

  /** Takes an answer that came to its end at `endMs`. */
  sawAnswer(request: ModelRequest, answer: ModelAnswer, endMs: number): void {
    this.#calls?.sawAnswer(request, answer);
    if (this.#calls?.areOpen === true) this.#work ??= this.#clock.begin(endMs);
  }

  end(): void {
    this.#work?.end();
    this.#work = null;
  }
}
