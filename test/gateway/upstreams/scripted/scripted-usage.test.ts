import { describe, expect, test } from 'vitest';
import { Script } from '../../../../src/contracts/script.ts';
import { createGateway } from '../../../../src/gateway/gateway.ts';
import { scriptedUpstream } from '../../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { CLIENTS } from '../../clients/clients.ts';

const WAYS = CLIENTS.flatMap((client) => [
  { client, stream: false, name: `${client.name} in one piece` },
  { client, stream: true, name: `${client.name} streamed` },
]);

describe.each(WAYS)('$name', ({ client, stream }) => {
  test('reports the usage that a turn says, and counts what it does not say', async () => {
    const turns = [
      { say: 'Hello.', usage: { inputTokens: 190_000, outputTokens: 10 } },
      { say: 'Hello.', usage: { inputTokens: 150_000 } },
    ];
    const script = Script.parse({ arms: { baseline: turns, 'with-skill': [] } });
    using session = createGateway().openSession({
      upstream: scriptedUpstream(script, 'baseline'),
      maxTokens: null,
    });
    const { token, fetch } = session;
    const say = client.open({ token, fetch, model: 'scripted', stream });
    const user = { text: 'Hello', withImage: false };
    expect(await say(user)).toMatchObject({ inputTokens: 190_000 });
    expect(await say(user)).toMatchObject({ inputTokens: 150_000 });
    const [first, second] = session.report().calls;
    expect(first?.usage).toMatchObject({ inputTokens: 190_000, outputTokens: 10 });
    expect(second?.usage).toMatchObject({ inputTokens: 150_000, outputTokens: 2 });
  });

  test('counts what is said towards the budget of the trial', async () => {
    const turns = [{ say: 'Hello.', usage: { inputTokens: 190_000, outputTokens: 10 } }];
    const script = Script.parse({ arms: { baseline: turns, 'with-skill': [] } });
    using session = createGateway().openSession({
      upstream: scriptedUpstream(script, 'baseline'),
      maxTokens: 100_000,
    });
    const { token, fetch } = session;
    const say = client.open({ token, fetch, model: 'scripted', stream });
    await say({ text: 'Hello', withImage: false });
    await expect(say({ text: 'Hello', withImage: false })).rejects.toBeInstanceOf(Error);
    expect(session.report().budgetReached).toMatchObject({ of: 'trial', what: 'tokens' });
  });
});
