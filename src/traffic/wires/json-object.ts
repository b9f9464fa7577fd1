import { z } from 'zod';

const Fields = z.record(z.string(), z.unknown());

/** Arguments of a tool call, which some wires carry as JSON text. Anything but an object counts as no arguments. */
export function objectIn(text: string): Record<string, unknown> {
  return fieldsIn(text) ?? {};
}

/** Whether arguments can be read. A call without any may have an empty text. */
export function isObject(text: string): boolean {
  return text === '' || fieldsIn(text) !== null;
}

function fieldsIn(text: string): Record<string, unknown> | null {
  try {
    return Fields.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // This is the model's mistake. Its client deals with it; the gateway only watches.
    return null;
  }
}
