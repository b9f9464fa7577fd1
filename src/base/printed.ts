import type { Schema } from './parse-stored.ts';

/**
 * Reads what a program of ours printed in a sandbox; `null` if it is not what the program prints. Only whoever has taken it
 * over, or ended it in the middle, can bring that about.
 */
export function printed<Printed>(schema: Schema<Printed>, stdout: string): Printed | null {
  const read = schema.safeParse(parsed(stdout));
  return read.success ? read.data : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No schema accepts this.
    return undefined;
  }
}
