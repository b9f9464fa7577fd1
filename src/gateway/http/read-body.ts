import type { HeldPart } from './byte-budget.ts';

export type BodyLimits = { maxBytes: number; timeoutMs: number };

/** Reads the whole body, or returns why it is refused: a client may send too much, or never finish. */
export async function readBody(
  { headers, body }: Request,
  { maxBytes, timeoutMs }: BodyLimits,
  held: HeldPart,
): Promise<Uint8Array<ArrayBuffer> | 'too-large' | 'too-slow'> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) return 'too-large';
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const { promise: tooSlow, resolve } = Promise.withResolvers<'too-slow'>();
  const timer = setTimeout(() => resolve('too-slow'), timeoutMs);
  try {
    const result = await Promise.race([collect(reader, maxBytes, held), tooSlow]);
    // A refused body is not read any further, and nobody needs to know how it ends.
    if (typeof result === 'string') reader.cancel(result).catch(() => undefined);
    return result;
  } finally {
    clearTimeout(timer);
  }
}

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
  held: HeldPart,
): Promise<Uint8Array<ArrayBuffer> | 'too-large'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, size);
    size += value.length;
    if (size > maxBytes || !held.take(value.length)) return 'too-large';
    chunks.push(value);
  }
}

/** Copies once, because there may be a lot. */
function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
