import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceAnswer } from '../../../contracts/service-exchange.ts';
import { BoundedBuffer } from '../../bytes/bounded-buffer.ts';
import type { ServiceTape } from '../../sandbox.ts';
import type { BodyMeter } from './body-meter.ts';
import type { ProxyRequest } from './request-target.ts';

const MAX_RECORDED_BYTES = 8 * 1024 ** 2;
/** They describe the connection, or a length that the body tells by itself. */
const NOT_RECORDED = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length']);

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
): { push: (chunk: Buffer) => void } {
  const startMs = performance.now();
  const content = new BoundedBuffer(MAX_RECORDED_BYTES);
  outgoing.once('close', () => {
    const answer = outgoing.writableFinished && !content.isTruncated ? answerOf(outgoing, content) : null;
    tape.keep({ request: requestOf(asked, body), latencyMs: performance.now() - startMs, answer });
  });
  return content;
}

function answerOf(outgoing: ServerResponse, { content }: BoundedBuffer): ServiceAnswer {
  const headers = Object.entries(outgoing.getHeaders()).flatMap(([name, value = '']) =>
    NOT_RECORDED.has(name) ? [] : [[name, Array.isArray(value) ? value : `${value}`] as const],
  );
  return {
    status: outgoing.statusCode,
    headers: Object.fromEntries(headers),
    body: content.toString('base64'),
  };
}

function requestOf({ method, url }: ProxyRequest, { body: { digest } }: BodyMeter) {
  return { method, url, bodyDigest: digest };
}
