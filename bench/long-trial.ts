import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Script } from '../src/contracts/script.ts';
import { createGateway } from '../src/gateway/gateway.ts';
import { scriptedUpstream } from '../src/gateway/upstreams/scripted/scripted-upstream.ts';

const REQUESTS = 600;
/** By then everything is loaded that a trial needs. */
const WARM = 100;
/** What each turn adds to the conversation, which is never the same. */
const TURN_BYTES = 4000;
/** The compressor of the record keeps up to this much at a time, whatever it was given before. */
const MOST_MB = 60;

/**
 * How much more the gateway holds of a trial after hundreds of requests that each repeat a growing conversation, beside its
 * bound.
 */
export async function longTrial() {
  const arms = { baseline: [], 'with-skill': [] };
  const upstream = scriptedUpstream(Script.parse({ latencyMs: 0, arms }), 'baseline');
  using session = createGateway().openSession({ upstream, maxTokens: null, maxRequests: null });
  const messages: object[] = [{ role: 'user', content: 'Tidy up.' }];
  let sentMb = 0;
  let before = 0;
  for (let turn = 0; turn < REQUESTS; turn++) {
    if (turn === WARM) before = heldMb();
    const body = JSON.stringify({ model: 'scripted', messages });
    sentMb += body.length / 1e6;
    const headers = { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' };
    const url = 'http://gateway.invalid/v1/chat/completions';
    const response = await session.fetch(new Request(url, { method: 'POST', headers, body }));
    if (!response.ok) throw new Error(`Request ${turn} ended with ${response.status}.`);
    await response.arrayBuffer();
    messages.push({ role: 'assistant', content: wordsOf(turn) }, { role: 'user', content: 'Go on.' });
  }
  const grewMb = heldMb() - before;
  const { leftOutBytes } = await session.wire();
  if (leftOutBytes > 0) throw new Error(`${leftOutBytes} bytes were left out of the record.`);
  return { bench: 'long-trial', ratio: grewMb / MOST_MB, bound: 1, grewMb, sentMb, requests: REQUESTS };
}

function wordsOf(turn: number): string {
  const word = (index: number) => ((turn * 7919 + index * 104_729) % 1e9).toString(36).padEnd(10);
  return Array.from({ length: TURN_BYTES / 10 }, (_, index) => word(index)).join('');
}

function heldMb(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
