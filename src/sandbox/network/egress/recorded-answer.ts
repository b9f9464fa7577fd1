import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceAnswer } from '../../../contracts/service-exchange.ts';
import { BoundedBuffer } from '../../bytes/bounded-buffer.ts';
import type { ServiceTape } from '../../sandbox.ts';
import type { BodyMeter } from './body-meter.ts';
import type { ProxyRequest } from './request-target.ts';

const MAX_RECORDED_BYTES = 2 * 1024 ** 2;
/** They describe the connection, or a length that the body tells by itself. */
const NOT_RECORDED = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length']);

/** Takes an answer while it is passed back. */
export type KeptAnswer = {
  begin: (status: number, headers: ServiceAnswer['headers']) => void;
  push: (chunk: Buffer) => void;
};

/** Answers in the place of a service, in the time that it took; false if it was not asked this before. */
export async function playAnswer(
  tape: Extract<ServiceTape, { kind: 'replay' }>,
  { asked, body }: { asked: ProxyRequest; body: BodyMeter },
  outgoing: ServerResponse,
): Promise<boolean> {
  const found = await tape.find(requestOf(asked, body));
  if (found === null || found.answer === null) return false;
  const { status, headers, body: content } = found.answer;
  await sleep(found.latencyMs);
  outgoing.writeHead(status, headers).end(Buffer.from(content, 'base64'));
  return true;
}

/** Records what is passed back to a client, once it is whole. */
export function recordAnswer(
  tape: Extract<ServiceTape, { kind: 'record' }>,
  { asked, body }: { asked: ProxyRequest; body: BodyMeter },
  outgoing: ServerResponse,
): KeptAnswer {
  const startMs = performance.now();
  const content = new BoundedBuffer(MAX_RECORDED_BYTES);
  let head: Pick<ServiceAnswer, 'status' | 'headers'> | null = null;
  outgoing.once('close', () => {
    const isWhole = head !== null && outgoing.writableFinished && !content.isTruncated;
    const answer = isWhole && head !== null ? { ...head, body: content.content.toString('base64') } : null;
    tape.keep({ request: requestOf(asked, body), latencyMs: performance.now() - startMs, answer });
  });
  return {
    begin(status, headers) {
      const kept = Object.entries(headers).filter(([name]) => !NOT_RECORDED.has(name));
      head = { status, headers: Object.fromEntries(kept) };
    },
    push: (chunk) => content.push(chunk),
  };
}

function requestOf({ method, url }: ProxyRequest, { body: { digest } }: BodyMeter) {
  return { method, url, bodyDigest: digest };
}
