import { AssayError, messageOf } from '../../../base/assay-error.ts';
import { questionOf } from '../../../traffic/usage-question.ts';
import type { UpstreamCall } from '../upstream.ts';
import { requestHeaders } from './headers.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { ProviderLine } from './provider-line.ts';
import { delayBefore, type RetryPolicy, retryAfterMs } from './retry.ts';
import { mayPass, type StartedAnswer, startAnswer } from './started-answer.ts';
import type { Timing } from './timing.ts';

/** The number of timeouts after which a request is given up: each is a long wait. */
const MOST_SILENCES = 2;

/**
 * The statuses with which a server answers if it does not know the option that asks for a
 * stream's usage. The request is then sent again as the client wrote it.
 */
const NOT_TAKEN = new Set([400, 422]);

type Options = { timing: Timing; policy: RetryPolicy; signal: AbortSignal };

/** Retries one request until there is something to answer with, or no use in asking again. */
export class Attempts {
  readonly #call: UpstreamCall;
  readonly #line: ProviderLine;
  readonly #options: Options;
  #silences = 0;

  constructor(call: UpstreamCall, line: ProviderLine, options: Options) {
    this.#call = call;
    this.#line = line;
    this.#options = options;
  }

  async run(): Promise<StartedAnswer> {
    const { waiting } = this.#call;
    for (let retry = 0; ; retry++) {
      await this.#line.begin(waiting, this.#options.signal);
      const answer = await this.#timed(() => this.#attempt());
      if (!(answer instanceof AssayError) && !mayPass(answer)) return answer;
      const askedMs = answer instanceof AssayError ? null : retryAfterMs(answer.response.headers, new Date());
      const status = answer instanceof AssayError ? null : answer.response.status;
      const delayMs = this.#delayBefore(retry, { askedMs, status });
      if (delayMs === null) {
        if (answer instanceof AssayError) throw answer;
        return answer;
      }
      if (!(answer instanceof AssayError)) await answer.rest?.cancel();
      if (askedMs !== null) this.#line.hold(askedMs);
      if (delayMs !== askedMs) await this.#sleep(delayMs);
    }
  }

  /** Time that a failed attempt took is not counted as the agent's. */
  async #timed(attempt: () => Promise<StartedAnswer>): Promise<StartedAnswer | AssayError> {
    const decide = this.#call.waiting.undecided();
    let hasFailed = false;
    try {
      const answer = await attempt()
        .then((started) => judgeAnswer(started, this.#call))
        .catch((error: unknown) => this.#unreachable(error));
      hasFailed = answer instanceof AssayError || mayPass(answer);
      return answer;
    } finally {
      decide(hasFailed);
    }
  }

  async #attempt(): Promise<StartedAnswer> {
    const { body, waiting } = this.#call;
    const question = questionOf(this.#call);
    if (question === null) return await this.#send(body);
    const answer = await this.#send(question.putTo(body));
    if (!NOT_TAKEN.has(answer.response.status)) return answer;
    await answer.rest?.cancel();
    await this.#line.begin(waiting, this.#options.signal);
    return await this.#send(body);
  }

  async #send(body: UpstreamCall['body']): Promise<StartedAnswer> {
    const { route, request } = this.#call;
    const { policy, signal } = this.#options;
    using silence = silenceLimit(policy.silenceMs[request?.form === 'events' ? 'pieces' : 'whole']);
    silence.signal.addEventListener('abort', () => this.#silences++, { once: true });
    const response = await fetch(targetUrl(this.#call, this.#line.access.baseUrl), {
      method: route.method,
      headers: requestHeaders(this.#call, this.#line.access),
      // A request that followed a redirect would take the key along.
      redirect: 'manual',
      signal: AbortSignal.any([signal, silence.signal]),
      ...(route.method === 'GET' ? {} : { body }),
    });
    return await startAnswer(response);
  }

  #unreachable(error: unknown): AssayError {
    this.#options.signal.throwIfAborted();
    const { key } = this.#line.access;
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const detail = key?.hideIn(messageOf(cause)) ?? messageOf(cause);
    return new AssayError('UPSTREAM_FAILED', `${this.#call.wire.provider} cannot be reached: ${detail}`);
  }

  #delayBefore(retry: number, ended: { askedMs: number | null; status: number | null }): number | null {
    const { policy, timing } = this.#options;
    if (this.#silences >= MOST_SILENCES) return null;
    return delayBefore(retry, policy, { ...ended, random: timing.random() });
  }

  async #sleep(delayMs: number): Promise<void> {
    const { timing, signal } = this.#options;
    await this.#call.waiting.during(() => timing.sleep(delayMs, signal));
  }
}

/** Aborts after a time limit unless it is disposed of first. */
type SilenceLimit = Disposable & { signal: AbortSignal };

function silenceLimit(limitMs: number): SilenceLimit {
  const limit = new AbortController();
  const silent = () => limit.abort(new Error(`it sent nothing for ${limitMs / 1000} s`));
  const timer = setTimeout(silent, limitMs);
  return { signal: limit.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}

/** OpenAI's base URLs contain the version already, as its clients expect. */
function targetUrl({ url, wire }: Pick<UpstreamCall, 'url' | 'wire'>, baseUrl: string): string {
  const path = wire.provider === 'openai' ? url.pathname.replace(/^\/v1(?=\/)/, '') : url.pathname;
  const query = new URLSearchParams(url.search);
  // Gemini's clients may put the trial's token here.
  query.delete('key');
  return `${baseUrl}${path}${query.size === 0 ? '' : `?${query}`}`;
}
