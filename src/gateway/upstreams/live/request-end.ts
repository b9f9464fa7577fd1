import type { UpstreamCall } from '../upstream.ts';
import type { RequestEnd } from './circuit-breaker.ts';
import type { ProviderAccess } from './provider-access.ts';
import { isRedirect, isRefusal } from './retry.ts';
import { mayPass, type StartedAnswer } from './started-answer.ts';

type Asked = Pick<UpstreamCall, 'wire' | 'request' | 'route'>;

/**
 * What a complete answer says about its provider. An error that the request itself
 * caused counts as an answer.
 */
export function endOf(answer: StartedAnswer, asked: Asked, { key }: ProviderAccess): RequestEnd {
  const { wire } = asked;
  const { status } = answer.response;
  const hidden = (text: string) => key?.hideIn(text) ?? text;
  const shown = key === null ? 'requests without a key' : 'the key';
  if (isRefusal(status))
    return { kind: refusalKind(status), reason: `${wire.provider} refuses ${shown} (${status}).` };
  if (status === 404 && isForModel(asked)) return { kind: 'refused', reason: unknownModel(asked) };
  if (!mayPass(answer) && !isRedirect(status)) return { kind: 'answered' };
  const { fault } = answer;
  const reason =
    fault === null ? `${wire.provider} answered ${status}.` : `${wire.provider} failed: ${hidden(fault)}`;
  return { kind: 'given-up', reason };
}

/** A key that is not valid and an account without credit stay so, whatever was answered before. */
function refusalKind(status: number): 'final' | 'refused' {
  return status === 403 ? 'refused' : 'final';
}

/** Not every server can compact a conversation: then a 404 is about the path and not the model. */
function isForModel({ route }: Asked): boolean {
  return route.purpose === 'answer' && route.compacts !== true;
}

function unknownModel({ wire, request }: Asked): string {
  return `${wire.provider} knows no model "${request?.model}" at that address (404). Check --model and the base URL${hintFor(wire)}.`;
}

/** Servers of one's own differ in the APIs that they have. */
function hintFor({ id, provider }: Asked['wire']): string {
  if (provider !== 'openai') return '';
  const version = ', which ends with the version, such as http://127.0.0.1:11434/v1';
  return id === 'openai-responses'
    ? `${version}; a server without OpenAI Responses needs --agent api-chat`
    : version;
}

export function brokenOff({ wire }: Pick<Asked, 'wire'>): RequestEnd {
  return { kind: 'given-up', reason: `An answer of ${wire.provider} broke off.` };
}
