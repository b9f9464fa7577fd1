import { afterAll, beforeAll, expect, test } from 'vitest';
import { Script } from '../../src/contracts/script.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { PATIENCE_SECONDS } from '../fixtures/patience.ts';
import { EMPTY_SPEC, stateFolder } from '../sandbox/docker-fixture.ts';

const state = stateFolder();
let engine: SandboxEngine & AsyncDisposable;

beforeAll(async () => {
  engine = await openSession(state);
});

afterAll(async () => {
  await engine[Symbol.asyncDispose]();
});

/** What a program in a sandbox sees of a stream: its bytes until one of them is what it waits for, then it leaves. */
const CLIENT = `
const [url, token, path, body, last] = process.argv.slice(1);
(async () => {
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method: 'POST', headers, body });
  let text = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.includes(last)) break;
  }
  console.log(response.status + ' ' + text);
  process.exit();
})();`;

const say = (fault?: string) =>
  Script.parse({ arms: { baseline: [{ say: 'Hello out there.', fault }], 'with-skill': [] } });
const messages = [{ role: 'user', content: 'Hello' }];

test.each([
  ['/v1/messages', { model: 'scripted', stream: true, messages }, 'message_stop'],
  ['/v1/responses', { model: 'scripted', stream: true, input: 'Hello' }, 'response.completed'],
  ['/v1/chat/completions', { model: 'scripted', stream: true, messages }, '[DONE]'],
  [
    '/v1beta/models/scripted:streamGenerateContent?alt=sse',
    { contents: [{ parts: [{ text: 'Hello' }] }] },
    'STOP',
  ],
])('a program in a sandbox without network can stream from %s', async (path, body, last) => {
  const { stdout, report } = await askFromSandbox({ path, body, last });
  expect(stdout).toMatch(/^200 /);
  expect(stdout).toContain(last);
  expect(report).toMatchObject({
    requests: 1,
    upstreamErrors: [],
    calls: [{ status: 200, isComplete: true }],
  });
});

test('the beginning of a stream reaches the sandbox before the rest arrives', async () => {
  const body = { model: 'scripted', stream: true, messages };
  const { stdout, report } = await askFromSandbox({
    path: '/v1/messages',
    body,
    last: 'message_start',
    fault: 'stall',
  });
  expect(stdout).toContain('message_start');
  expect(report.calls).toMatchObject([{ isComplete: false, usage: { outputTokens: null } }]);
});

type Asked = { path: string; body: object; last: string; fault?: string };

async function askFromSandbox({ path, body, last, fault }: Asked) {
  const upstream = scriptedUpstream(say(fault), 'baseline');
  using session = createGateway().openSession({ upstream, maxTokens: null });
  await using sandbox = await engine.create({
    ...EMPTY_SPEC,
    network: { gateway: session.fetch, policy: { kind: 'deny' } },
  });
  const args = [sandbox.gatewayUrl, session.token, path, JSON.stringify(body), last];
  const { stdout, stderr } = await sandbox.run({
    command: `node -e "$(cat)" ${args.map((arg) => `'${arg}'`).join(' ')}`,
    stdin: Buffer.from(CLIENT),
    seconds: PATIENCE_SECONDS,
    maxOutputBytes: 100_000,
  });
  expect(stderr).toBe('');
  // The client's leaving has reached the gateway once nothing of it is open there.
  await expect.poll(() => session.report().calls).toHaveLength(1);
  return { stdout, report: session.report() };
}
