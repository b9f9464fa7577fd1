import { expect, test } from 'vitest';
import { RunBudget } from '../../../src/contracts/budget.ts';
import { Script } from '../../../src/contracts/script.ts';
import { createGateway } from '../../../src/gateway/gateway.ts';
import { RunAccount } from '../../../src/gateway/session/run-account.ts';
import { scriptedUpstream } from '../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { SideRequests } from '../../../src/traffic/request-labels.ts';
import { trafficOf } from '../traffic-of.ts';

const script = Script.parse({ arms: { baseline: [], 'with-skill': [] } });
const skill = { name: 's', description: 'd', body: 'b', root: '/skills/s', prompt: 'Tidy it.' };
const tools = [{ type: 'function', function: { name: 'bash', description: 'Runs it.' } }];

function open(sideRequests: SideRequests, maxRequests: number) {
  const run = new RunAccount({ budget: RunBudget.parse({ maxRequests: 100 }), prices: [] });
  const account = run.open();
  const session = createGateway().openSession({
    ...{ upstream: scriptedUpstream(script, 'baseline'), maxTokens: null, maxRequests },
    ...{ account, prompt: 'Tidy it.', sideRequests },
  });
  const ask = async (more: object) => {
    const body = { model: 'scripted', messages: [{ role: 'user', content: 'Tidy it.' }], ...more };
    const request = new Request('http://gateway.invalid/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}` },
      body: JSON.stringify(body),
    });
    const answer = await session.fetch(request);
    await answer.text();
    return answer.status;
  };
  return { session, account, work: () => ask({ tools }), title: () => ask({}) };
}

test('a title uses up nothing of the limit, before or after the work has reached it', async () => {
  const { session, account, work, title } = open({ withoutTools: true }, 4);
  expect([await title(), await work(), await work(), await work(), await work()]).toEqual([
    200, 200, 200, 200, 200,
  ]);
  expect(session.report()).toMatchObject({ budgetReached: null, requests: 5 });
  expect(account.used()).toMatchObject({ requests: 5 });
  expect(await work()).not.toBe(200);
  expect(session.report().budgetReached).toEqual({ of: 'trial', what: 'requests', max: 4 });
});

test('requests without tools beyond a quarter of the limit use it up like work', async () => {
  const { session, title } = open({ withoutTools: true }, 4);
  const answers: number[] = [];
  for (let asked = 0; asked < 6; asked += 1) answers.push(await title());
  expect(answers.map((status) => status === 200)).toEqual([true, true, true, true, true, false]);
  expect(session.report().budgetReached).toEqual({ of: 'trial', what: 'requests', max: 4 });
});

test('all that is asked is metered, with its label, and reads the same from the record', async () => {
  const { session, work, title } = open({ withoutTools: true }, 4);
  await title();
  await work();
  const { calls, usage } = session.report();
  expect(calls.map(({ label }) => label)).toEqual(['side', undefined]);
  const tokens = calls.map((call) => call.usage?.inputTokens ?? 0);
  expect(usage.inputTokens).toBe(tokens.reduce((sum, count) => sum + count, 0));
  expect((await trafficOf(session, skill)).modelCalls).toEqual(calls);
});

test('an agent that is not known to ask for titles works in every request', async () => {
  const { session, title } = open({}, 1);
  expect(await title()).toBe(200);
  expect(await title()).not.toBe(200);
  expect(session.report().calls).toEqual([expect.not.objectContaining({ label: expect.anything() })]);
});

test('a question of Assay’s own is paid for by the run, and is none of the trial’s requests', async () => {
  const { session, account, work } = open({ withoutTools: true }, 1);
  await work();
  const { usage } = session.report();
  const before = account.used();
  expect(await session.askControl({ signal: new AbortController().signal })).toBe('answered');
  expect(session.report()).toMatchObject({ usage, requests: 1, budgetReached: null });
  const { checkCalls = [], modelCalls } = account.spent();
  expect([modelCalls.length, checkCalls.length]).toEqual([1, 1]);
  expect(account.used().requests).toBe(before.requests + 1);
  expect(account.used().tokens).toBeGreaterThan(before.tokens);
  expect(await trafficOf(session, skill)).toMatchObject({ modelCalls, checkCalls });
});
