import type { ProviderId } from '../../../contracts/providers.ts';
import type { ScriptedFault } from '../../../contracts/script.ts';
import type { ErrorKind } from '../../../traffic/http/gateway-error.ts';
import type { Wire } from '../../../traffic/wire.ts';
import { refusal } from '../../http/refusal.ts';

/** Faults that come as an error in the place of an answer. */
export type ErrorFault = keyof typeof KINDS;

const KINDS = {
  unauthorized: 'unauthorized',
  'rate-limit': 'rate-limited',
  'server-error': 'server-error',
  'context-overflow': 'context-overflow',
} as const satisfies Partial<Record<ScriptedFault, ErrorKind>>;

/** The providers' own words, because agents recognise a full context by them. */
const TOO_LONG = {
  anthropic: 'prompt is too long: 200001 tokens > 200000 maximum',
  openai: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
  gemini: 'The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).',
} as const satisfies Record<ProviderId, string>;

const WORDS = {
  unauthorized: () => 'Scripted: invalid key.',
  'rate-limit': () => 'Scripted: too many requests.',
  'server-error': () => 'Scripted: the server failed.',
  'context-overflow': ({ provider }) => TOO_LONG[provider],
} as const satisfies Record<ErrorFault, (wire: Wire) => string>;

/** The error of a turn in the form of its wire; `null` if the turn has none. */
export function scriptedError(wire: Wire, fault: ScriptedFault | undefined): Response | null {
  return fault !== undefined && isError(fault) ? refusal(wire, KINDS[fault], WORDS[fault](wire)) : null;
}

function isError(fault: ScriptedFault): fault is ErrorFault {
  return fault in KINDS;
}
