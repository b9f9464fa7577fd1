import { setTimeout as sleep } from 'node:timers/promises';

export type BodyLimits = { maxBytes: number; timeoutMs: number };

/** The whole body, or why it is refused: a client may send too much, or never come to its end. */
export async function readBody(
  { headers, body, signal }: Request,
  { maxBytes, timeoutMs }: BodyLimits,
): Promise<Uint8Array<ArrayBuffer> | 'too-large' | 'too-slow'> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) return 'too-large';
  if (body === null) return new Uint8Array();
  const inTime = new AbortController();
  const reader = body.getReader();
  try {
    const tooSlow = sleep(timeoutMs, 'too-slow' as const, {
      signal: AbortSignal.any([signal, inTime.signal]),
    });
    // Whichever loses the race ends for want of interest.
    tooSlow.catch(() => undefined);
    const result = await Promise.race([collect(reader, maxBytes), tooSlow]);
    if (typeof result === 'string') reader.cancel(result).catch(() => undefined);
    return result;
  } finally {
    inTime.abort();
  }
}

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | 'too-large'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(Buffer.concat(chunks));
    size += value.length;
    if (size > maxBytes) return 'too-large';
    chunks.push(value);
  }
}
