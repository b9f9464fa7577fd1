import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import type { ProviderId } from '../../contracts/providers.ts';
import type { Upstream, UpstreamCall } from '../upstream.ts';
import { type BegunAnswer, beginAnswer, beginsOverloaded, bodyOf } from './begun-answer.ts';
import { answerHeaders, requestHeaders } from './headers.ts';
import { missingAccess, type ProviderAccess } from './provider-access.ts';
import { delayBefore, isPassing, RETRY_POLICY, type RetryPolicy, retryAfterMs } from './retry.ts';
import { Slots } from './slots.ts';
import { targetUrl } from './target-url.ts';

export type LiveOptions = {
  accessTo: (provider: ProviderId) => ProviderAccess | null;
  random?: () => number;
  policy?: RetryPolicy;
};

/** The providers themselves, for all trials of a run: what is waited for is the same for all of them. */
export function liveUpstream({
  accessTo,
  random = Math.random,
  policy = RETRY_POLICY,
}: LiveOptions): Upstream {
  const lines = new Map<ProviderId, { access: ProviderAccess; slots: Slots }>();
  const lineTo = ({ wire: { provider }, request }: UpstreamCall) => {
    const known = lines.get(provider);
    if (known !== undefined) return known;
    const access = accessTo(provider);
    if (access === null) throw missingAccess(provider, request?.model ?? 'any');
    const line = { access, slots: new Slots(access.maxConcurrent) };
    lines.set(provider, line);
    return line;
  };
  return {
    simulated: false,
    async send(call, signal) {
      const { access, slots } = lineTo(call);
      const release = slots.takeFree() ?? (await call.waiting.during(() => slots.take(signal)));
      try {
        const begun = await new Attempts(call, access, { random, policy, signal }).run();
        return await responseOf(begun, access, release);
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

type Manner = { random: () => number; policy: RetryPolicy; signal: AbortSignal };

/** One request until there is something to answer with. */
class Attempts {
  readonly #call: UpstreamCall;
  readonly #access: ProviderAccess;
  readonly #manner: Manner;

  constructor(call: UpstreamCall, access: ProviderAccess, manner: Manner) {
    this.#call = call;
    this.#access = access;
    this.#manner = manner;
  }

  async run(): Promise<BegunAnswer> {
    for (let retry = 0; ; retry++) {
      const begun = await this.#attempt().catch((error: unknown) => this.#unreachable(error));
      if (!(begun instanceof AssayError) && !isPassing(begun.response.status) && !beginsOverloaded(begun))
        return begun;
      const delayMs = this.#delayBefore(retry, begun);
      if (delayMs === null) {
        if (begun instanceof AssayError) throw begun;
        return begun;
      }
      if (!(begun instanceof AssayError)) await begun.rest?.cancel();
      await this.#call.waiting.during(() => sleep(delayMs, undefined, { signal: this.#manner.signal }));
    }
  }

  async #attempt(): Promise<BegunAnswer> {
    const { body, route } = this.#call;
    const response = await fetch(targetUrl(this.#call, this.#access.baseUrl), {
      method: route.method,
      headers: requestHeaders(this.#call, this.#access),
      // Followed elsewhere, a request would take the key along.
      redirect: 'manual',
      signal: this.#manner.signal,
      ...(route.method === 'GET' ? {} : { body }),
    });
    return await beginAnswer(response);
  }

  #unreachable(error: unknown): AssayError {
    this.#manner.signal.throwIfAborted();
    const { provider } = this.#call.wire;
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const detail = this.#access.key?.hideIn(messageOf(cause)) ?? messageOf(cause);
    return new AssayError('UPSTREAM_FAILED', `${provider} cannot be reached: ${detail}`);
  }

  #delayBefore(retry: number, failed: BegunAnswer | AssayError): number | null {
    const { policy, random } = this.#manner;
    const askedMs = failed instanceof AssayError ? null : retryAfterMs(failed.response.headers, new Date());
    return delayBefore(retry, policy, { askedMs, random: random() });
  }
}

/** An error is read whole, because a provider may repeat in it what it was sent; an answer passes as it comes. */
async function responseOf(
  begun: BegunAnswer,
  access: ProviderAccess,
  release: () => void,
): Promise<Response> {
  const { status, ok } = begun.response;
  const init = { status, headers: answerHeaders(begun.response.headers, access) };
  const body = bodyOf(begun, release);
  if (ok || body === null) return new Response(body, init);
  const text = await new Response(body).text();
  return new Response(access.key?.hideIn(text) ?? text, init);
}
