import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceAnswer } from '../../../contracts/service-exchange.ts';
import { BoundedBuffer } from '../../bytes/bounded-buffer.ts';
import type { ServiceTape } from '../../sandbox.ts';
import type { BodyMeter } from './body-meter.ts';
import type { ProxyRequest } from './request-target.ts';

/** Writing an answer down takes the event loop some milliseconds for each MiB, and a workload decides which answers come. */
const MAX_RECORDED_BYTES = 2 * 1024 ** 2;
/** They describe the connection, or a length that the body tells by itself. */
const NOT_RECORDED = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length']);

/** Takes an answer while it is passed back. */
export type KeptAnswer = {
  begin: (status: number, headers: ServiceAnswer['headers']) => void;
  push: (chunk: Buffer) => void;
  /** Records it. False if it was too long, or there is no room left. */
  end: (isWhole: boolean) => boolean;
};

/** Answers in the place of a service, in the time that it took, if it was asked this before and its answer is known. */
export async function playAnswer(
  tape: Extract<ServiceTape, { kind: 'replay' }>,
  { asked, body }: { asked: ProxyRequest; body: BodyMeter },
  outgoing: ServerResponse,
): Promise<{ status: number } | { failure: string }> {
  const found = await tape.find(requestOf(asked, body));
  if (found === null) return { failure: 'did not answer this when it was recorded' };
  if (found.answer === null) return { failure: 'answered something that was broken off or not recorded' };
  const { status, headers, body: content } = found.answer;
  await sleep(found.latencyMs);
  outgoing.writeHead(status, headers).end(Buffer.from(content, 'base64'));
  return { status };
}

/** Records what is passed back to a client, once it is whole. */
export function recordAnswer(
  tape: Extract<ServiceTape, { kind: 'record' }>,
  { asked, body }: { asked: ProxyRequest; body: BodyMeter },
): KeptAnswer {
  const startMs = performance.now();
  const content = new BoundedBuffer(MAX_RECORDED_BYTES);
  let head: Pick<ServiceAnswer, 'status' | 'headers'> | null = null;
  return {
    begin(status, headers) {
      const kept = Object.entries(headers).filter(([name]) => !NOT_RECORDED.has(name));
      head = { status, headers: Object.fromEntries(kept) };
    },
    push: (chunk) => content.push(chunk),
    end(isWhole) {
      const isKnown = isWhole && head !== null && !content.isTruncated;
      const answer = isKnown && head !== null ? { ...head, body: content.content.toString('base64') } : null;
      const latencyMs = performance.now() - startMs;
      return tape.keep({ request: requestOf(asked, body), latencyMs, answer }) && !content.isTruncated;
    },
  };
}

function requestOf({ method, url }: ProxyRequest, { body: { digest } }: BodyMeter) {
  return { method, url, bodyDigest: digest };
}
