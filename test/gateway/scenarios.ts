import { expect } from 'vitest';
import { Script } from '../../src/contracts/script.ts';
import { createGateway, type GatewaySession, type SessionReport } from '../../src/gateway/gateway.ts';
import { SCRIPTED_MODEL } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import type { Client, Turn } from './clients/client.ts';

const LONG = Array.from({ length: 1500 }, (_, line) => `line ${line} – ünïcödé 🎈`).join('\n');
const look = { tool: 'bash', input: { command: 'ls -l "a b"' } };
const read = { tool: 'read_file', input: { path: 'a b/é.txt' } };

type Scenario = {
  name: string;
  turns: object[];
  /** What the client gives back for the calls of each answer. */
  outputs?: string[][];
  cancels?: boolean;
  withImage?: boolean;
  expected: object[] | { status: number } | 'left';
};

/** What every client meets, whatever is behind the gateway. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a plain answer',
    turns: [{ say: 'Hello.' }],
    expected: [{ text: 'Hello.', calls: [], refused: false, cut: false }],
  },
  {
    name: 'the use of a tool',
    turns: [
      { say: 'I look.', call: [look] },
      { say: 'I see.', when: 'total 0' },
    ],
    outputs: [['total 0']],
    expected: [
      { text: 'I look.', calls: [look] },
      { text: 'I see.', calls: [] },
    ],
  },
  {
    name: 'two tools at once',
    turns: [{ call: [look, read] }, { say: 'Both.', when: 'second' }],
    outputs: [['first', 'second']],
    expected: [{ text: '', calls: [look, read] }, { text: 'Both.' }],
  },
  { name: 'a long answer', turns: [{ say: LONG }], expected: [{ text: LONG }] },
  {
    name: 'a refusal',
    turns: [{ say: 'I must not.', fault: 'refusal' }],
    expected: [{ text: 'I must not.', refused: true }],
  },
  {
    name: 'an answer to a picture',
    turns: [{ say: 'One pixel.' }],
    withImage: true,
    expected: [{ text: 'One pixel.' }],
  },
  {
    name: 'an answer that was cut at the output limit',
    turns: [{ say: 'As far as', fault: 'output-limit' }],
    expected: [{ text: 'As far as', cut: true, refused: false }],
  },
  { name: 'an error', turns: [{ fault: 'server-error' }], expected: { status: 500 } },
  { name: 'a cancelled request', turns: [{ say: LONG, fault: 'stall' }], cancels: true, expected: 'left' },
];

export type Outcome = { turns: Turn[]; error: unknown; report: SessionReport };

/** Has one client go through one scenario, and holds what it saw against what the script says. */
export async function playScenario(
  { turns: script, outputs = [], cancels = false, withImage = false, expected }: Scenario,
  client: Client,
  { upstreamFor, stream }: { upstreamFor: (script: Script) => Upstream; stream: boolean },
): Promise<Outcome> {
  const upstream = upstreamFor(Script.parse({ arms: { baseline: script, 'with-skill': [] } }));
  using session = createGateway().openSession({ upstream, maxTokens: null });
  const outcome = await converse(client, session, { stream, outputs, cancels, withImage });
  if (Array.isArray(expected)) {
    expect(outcome.error).toBeNull();
    expect(outcome.turns).toMatchObject(expected);
    const sent = outcome.turns.reduce((sum, { inputTokens }) => sum + (inputTokens ?? Number.NaN), 0);
    expect(outcome.report.usage.inputTokens).toBe(sent);
    expect(outcome.report.usage.outputTokens).toBeGreaterThan(0);
  } else if (expected === 'left') {
    expect(outcome.error).toMatchObject({ message: expect.stringMatching(/abort/i) });
    expect(outcome.report).toMatchObject({ calls: [{ status: 200, isComplete: false }], upstreamErrors: [] });
  } else {
    expect(outcome.error).toMatchObject(expected);
  }
  return outcome;
}

type Options = { stream: boolean; outputs: string[][]; cancels: boolean; withImage: boolean };

async function converse(
  client: Client,
  session: GatewaySession,
  { outputs, cancels, withImage, stream }: Options,
): Promise<Outcome> {
  const leave = new AbortController();
  const onPiece = () => leave.abort();
  const { token } = session;
  /** An answer in one piece is left as soon as it has begun. */
  const fetch = async (request: Request) => {
    const response = await session.fetch(request);
    if (cancels && !stream) setImmediate(() => leave.abort());
    return response;
  };
  const say = client.open({
    stream,
    model: SCRIPTED_MODEL,
    token,
    fetch,
    signal: leave.signal,
    ...(cancels ? { onPiece } : {}),
  });
  const turns: Turn[] = [];
  let error: unknown = null;
  try {
    turns.push(await say({ text: 'Hello', withImage }));
    for (const given of outputs) {
      const calls = turns.at(-1)?.calls ?? [];
      turns.push(await say(calls.map(({ id, tool }, index) => ({ id, tool, output: given[index] ?? '' }))));
    }
  } catch (thrown) {
    error = thrown;
  }
  return { turns, error, report: session.report() };
}
