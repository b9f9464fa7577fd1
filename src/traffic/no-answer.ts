import { shown } from './provider-error.ts';
import type { Wire } from './wire.ts';

/** Where JSON breaks off, it may have been going to be an answer. */
const BEGINS_AS_JSON = /^\s*[[{]/;

/** What is wrong with a body that is no answer of its wire: another object, a page of HTML, nothing. */
export function noAnswer(wire: Wire, text: string): string | null {
  const body = parsed(text);
  const mayBe = body === undefined ? BEGINS_AS_JSON.test(text) : wire.isAnswer(body);
  return mayBe
    ? null
    : `${wire.provider} answered with something that is no answer of its API: ${shown(text)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // It is no JSON, or not the whole of it.
    return undefined;
  }
}
