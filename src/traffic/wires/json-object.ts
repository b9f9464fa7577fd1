import { z } from 'zod';

/** Arguments of a tool call, which some wires carry as JSON text. What is no object holds no arguments. */
export const JsonObject = z.string().transform((text) => objectIn(text));

export function objectIn(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).catch({}).parse(JSON.parse(text));
  } catch {
    // The model's own mistake: its client tells it so, the gateway only looks on.
    return {};
  }
}
