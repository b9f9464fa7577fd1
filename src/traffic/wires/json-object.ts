import { z } from 'zod';

/**
 * Arguments of a tool call, which some wires carry as JSON text. Anything but an
 * object counts as no arguments.
 */
export const JsonObject = z.string().transform((text) => objectIn(text));

export function objectIn(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).catch({}).parse(JSON.parse(text));
  } catch {
    // This is the model's mistake. Its client deals with it; the gateway only watches.
    return {};
  }
}
