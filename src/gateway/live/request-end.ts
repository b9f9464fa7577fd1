import type { UpstreamCall } from '../upstream.ts';
import { type BegunAnswer, mayPass } from './begun-answer.ts';
import type { RequestEnd } from './outage.ts';
import type { ProviderAccess } from './provider-access.ts';
import { isRedirect, isRefusal } from './retry.ts';

type Asked = Pick<UpstreamCall, 'wire'>;

/** What an answer that came whole says of its provider. What a request has itself to blame for is an answer. */
export function endOf(begun: BegunAnswer, { wire }: Asked, { key }: ProviderAccess): RequestEnd {
  const { status, ok } = begun.response;
  const shown = key === null ? 'requests without a key' : 'the key';
  if (isRefusal(status)) return { kind: 'final', reason: `${wire.provider} refuses ${shown} (${status}).` };
  if (!mayPass(begun) && !isRedirect(status)) return { kind: 'answered' };
  const answer = ok ? 'that it is overloaded' : status;
  return { kind: 'given-up', reason: `${wire.provider} answered ${answer}.` };
}

export function brokenOff({ wire }: Asked): RequestEnd {
  return { kind: 'given-up', reason: `An answer of ${wire.provider} broke off.` };
}
