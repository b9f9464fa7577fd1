import { messageOf } from '../../../base/assay-error.ts';
import type { ProviderId } from '../../../contracts/providers.ts';
import { refusal } from '../../http/refusal.ts';
import type { Upstream, UpstreamCall } from '../upstream.ts';
import { AnswerPassage } from './answer-passage.ts';
import { Attempts } from './attempts.ts';
import { answerHeaders } from './headers.ts';
import type { ProviderAccess } from './provider-access.ts';
import { ProviderLine } from './provider-line.ts';
import { brokenOff, endOf } from './request-end.ts';
import { RETRY_POLICY, type RetryPolicy } from './retry.ts';
import { type AnswerFilter, bodyOf, type StartedAnswer } from './started-answer.ts';
import { TIMING, type Timing } from './timing.ts';

export type LiveOptions = {
  accessTo: (provider: ProviderId) => ProviderAccess | null;
  timing?: Partial<Timing>;
  policy?: Partial<RetryPolicy>;
};

/** The real providers, shared by all trials of a run: a wait for a provider is the same for all of them. */
export function liveUpstream(options: LiveOptions): Upstream {
  const timing = { ...TIMING, ...options.timing };
  const policy = { ...RETRY_POLICY, ...options.policy };
  const lines = new Map<ProviderId, ProviderLine>();
  const lineTo = ({ wire: { provider } }: UpstreamCall) => {
    const known = lines.get(provider);
    if (known !== undefined) return known;
    const access = options.accessTo(provider);
    if (access === null) return null;
    const line = new ProviderLine(access, timing);
    lines.set(provider, line);
    return line;
  };
  return {
    simulated: false,
    outage: () => lines.values().find(({ outage }) => outage.reason !== null)?.outage.reason ?? null,
    async send(call, signal) {
      const line = lineTo(call);
      if (line === null) return refuseProvider(call);
      const release = await line.enter(call, signal);
      const note = call.tellsOfProvider ? line.outage.watch() : () => undefined;
      try {
        const answer = await new Attempts(call, line, { timing, policy, signal }).run();
        const ended: AnswerFilter['ended'] = (how) => {
          release();
          if (how === 'whole') note(endOf(answer, call, line.access));
          else if (how === 'broken' && !signal.aborted) note(brokenOff(call));
        };
        return await responseOf(
          answer,
          new AnswerPassage(line.access.key?.hider() ?? null, ended),
          line.access,
        );
      } catch (error) {
        release();
        if (!signal.aborted) note({ kind: 'given-up', reason: messageOf(error) });
        throw error;
      }
    },
  };
}

/**
 * Access to the run's own provider was checked before the run, so a request to
 * another one is itself to blame.
 */
function refuseProvider({ wire }: UpstreamCall): Response {
  return refusal(wire, 'not-found', `This run has no access to ${wire.provider}.`);
}

/** An error is read whole, so that it is known whether it broke off; an answer is streamed. */
async function responseOf(
  answer: StartedAnswer,
  passage: AnswerPassage,
  access: ProviderAccess,
): Promise<Response> {
  const { status, ok } = answer.response;
  const init = { status, headers: answerHeaders(answer.response.headers, access) };
  const body = bodyOf(answer, passage);
  return new Response(ok || body === null ? body : await new Response(body).bytes(), init);
}
