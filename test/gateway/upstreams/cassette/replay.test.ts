import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Anthropic from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { Script } from '../../../../src/contracts/script.ts';
import { createGateway } from '../../../../src/gateway/gateway.ts';
import { readCassette } from '../../../../src/gateway/upstreams/cassette/cassette-file.ts';
import { scriptedUpstream } from '../../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../../../src/gateway/upstreams/upstream.ts';
import { recordingIn, replayingFrom } from '../../../fixtures/cassettes.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

const head = { trial: 'task:greet:baseline:1', seed: '7' };
const SECRET = 'sk-canary-77';

const script = Script.parse({
  latencyMs: 20,
  arms: { baseline: [{ say: `Hello, ${SECRET}.` }, { say: 'Again.' }], 'with-skill': [] },
});

function open(upstream: Upstream) {
  const session = createGateway().openSession({ upstream, maxTokens: null });
  const client = new Anthropic({
    apiKey: session.token,
    baseURL: 'http://gateway.invalid',
    maxRetries: 0,
    fetch: (url, init) => session.fetch(new Request(url, init)),
  });
  const ask = (content: string) =>
    client.messages.create({ model: 'scripted', max_tokens: 9, messages: [{ role: 'user', content }] });
  return { session, ask };
}

function recorder(folder: string, upstream: Upstream = scriptedUpstream(script, 'baseline')) {
  return recordingIn({ folder, trial: head.trial }, upstream, (text) => text.replaceAll(SECRET, '[key]'));
}

test('a replay gives the recorded answers, times and tokens, and its search for them counts as waiting', async () => {
  const folder = temporaryFolder();
  const recorded = open(recorder(folder));
  await recorded.ask('Hello');
  await recorded.ask('Hello');
  const replayed = open(replayingFrom({ folder, trial: head.trial }));
  await replayed.ask('Hello');
  await replayed.ask('Hello');
  const { calls, usage } = replayed.session.report();
  expect(usage).toEqual(recorded.session.report().usage);
  const exchanges = readCassette(folder, head.trial);
  expect(calls.map(({ latencyMs }) => latencyMs)).toEqual(
    exchanges.map(({ atMs, latencyMs }) => atMs + latencyMs - atMs),
  );
  const modelMs = exchanges.reduce((sum, { latencyMs }) => sum + latencyMs, 0);
  const waitedMs = calls.reduce((sum, call) => sum + call.waitedMs, 0);
  expect(replayed.session.offClockMs()).toBeCloseTo(waitedMs - modelMs, 3);
});

test('a cassette contains no request header, no token and no secret', async () => {
  const folder = temporaryFolder();
  const { session, ask } = open(recorder(folder));
  await ask('Hello');
  const text = readFileSync(join(folder, 'task_greet_baseline_1.yaml'), 'utf8');
  expect(text).toContain('Hello, [key].');
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(session.token);
  expect(text).not.toMatch(/anthropic-version|authorization|x-api-key/i);
});

test('a request that was not recorded is an error that shows the nearest one, and not the agent’s fault', async () => {
  const folder = temporaryFolder();
  await open(recorder(folder)).ask('Hello');
  const { session, ask } = open(replayingFrom({ folder, trial: head.trial }));
  await expect(ask('Hullo')).rejects.toMatchObject({
    status: 502,
    message: expect.stringMatching(/number 1.*content: Hello.*content: Hullo/s),
  });
  expect(session.report().upstreamErrors).toEqual([expect.stringContaining(head.trial)]);
});

test('waiting during the recording does not count as the model’s time', async () => {
  const folder = temporaryFolder();
  const scripted = scriptedUpstream(
    Script.parse({ arms: { baseline: [{ say: 'Hi.' }], 'with-skill': [] } }),
    'baseline',
  );
  const busy: Upstream = {
    simulated: true,
    async send(call, signal) {
      await call.waiting.during(() => sleep(3000));
      return await scripted.send(call, signal);
    },
  };
  const { session, ask } = open(recorder(folder, busy));
  await ask('Hello');
  const [exchange] = readCassette(folder, head.trial);
  const [call] = session.report().calls;
  expect(call?.waitedMs).toBeGreaterThan(exchange?.latencyMs ?? Number.POSITIVE_INFINITY);
});

test('a cassette that can no longer be written breaks the answer and counts as an outage', async () => {
  const folder = temporaryFolder();
  const upstream = recorder(folder);
  const { session, ask } = open(upstream);
  await ask('Hello');
  expect(upstream.outage?.()).toBeNull();
  rmSync(folder, { recursive: true });
  await expect(ask('Hello')).rejects.toBeInstanceOf(Error);
  expect(session.report().upstreamErrors).toEqual([expect.stringContaining('cannot be written')]);
  expect(upstream.outage?.()).toMatch(/cassette .* cannot be written/);
});
