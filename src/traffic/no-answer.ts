import { shown } from './provider-error.ts';
import type { Wire } from './wire.ts';

/** JSON that was cut off may have started out as an answer. */
const BEGINS_AS_JSON = /^\s*[[{]/;

/**
 * Describes a body that is not an answer of its wire: another object, an HTML page,
 * nothing. Otherwise `null`.
 */
export function noAnswer(wire: Wire, text: string): string | null {
  const body = parsed(text);
  const mayBe = body === undefined ? BEGINS_AS_JSON.test(text) : wire.isAnswer(body);
  return mayBe
    ? null
    : `${wire.provider} answered with something that is not an answer of its API: ${shown(text)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text is not JSON, or is truncated.
    return undefined;
  }
}
