import { expect, test } from 'vitest';
import type { Asker } from '../../../src/contracts/asker.ts';
import { RunBudget } from '../../../src/contracts/budget.ts';
import type { Arm } from '../../../src/contracts/identifiers.ts';
import { Script } from '../../../src/contracts/script.ts';
import { countRequests } from '../../../src/contracts/side-requests.ts';
import { createGateway } from '../../../src/gateway/gateway.ts';
import { RunAccount } from '../../../src/gateway/session/run-account.ts';
import { scriptedUpstream } from '../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { SideRequests } from '../../../src/traffic/request-labels.ts';
import { trafficOf } from '../traffic-of.ts';

const CALL = { call: [{ tool: 'bash', input: { command: 'list all of the tables' } }] };
const script = Script.parse({ arms: { baseline: [], 'with-skill': Array(20).fill(CALL) } });
const skill = { name: 's', description: 'd', body: 'b', root: '/skills/s', prompt: 'Tidy it.' };
const tools = [{ type: 'function', function: { name: 'bash', description: 'Runs it.' } }];

/** The model calls a tool in each answer in the arm with the skill. */
function open(sideRequests: SideRequests, maxRequests: number, arm: Arm = 'baseline') {
  const run = new RunAccount({ budget: RunBudget.parse({ maxRequests: 100 }), prices: [] });
  const account = run.open();
  const session = createGateway().openSession({
    ...{ upstream: scriptedUpstream(script, arm), maxTokens: null, maxRequests },
    ...{ account, prompt: 'Tidy it.', sideRequests },
  });
  const ask = async (more: object, asker: Asker | null = null) => {
    const body = { model: 'scripted', messages: [{ role: 'user', content: 'Tidy it.' }], ...more };
    const request = new Request('http://gateway.invalid/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}` },
      body: JSON.stringify(body),
    });
    const answer = await session.fetch(request, asker);
    await answer.text();
    return answer.status;
  };
  const subAgent = (asker: Asker | null = null) =>
    ask({ tools, messages: [{ role: 'user', content: 'list all of the tables' }] }, asker);
  return { session, account, work: () => ask({ tools }), title: () => ask({}), subAgent };
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

test('as many requests of sub-agents as the limit use up nothing of it, and more use it up like work', async () => {
  const { session, work, subAgent } = open({ subAgents: true }, 3, 'with-skill');
  const answers = [await work()];
  for (let asked = 0; asked < 6; asked += 1) answers.push(await subAgent());
  expect(answers).toEqual([200, 200, 200, 200, 200, 200, 403]);
  const { calls, usage, budgetReached } = session.report();
  expect(countRequests(calls)).toMatchObject({ work: 1, 'sub-agent': 5 });
  expect(budgetReached).toEqual({ of: 'trial', what: 'requests', max: 3 });
  const tokens = calls.map((call) => call.usage?.inputTokens ?? 0);
  expect(usage.inputTokens).toBe(tokens.reduce((sum, count) => sum + count, 0));
});

test('what something beside the agent asks in the form of a sub-agent uses up the limit like work', async () => {
  const { session, work, subAgent } = open({ subAgents: true }, 2, 'with-skill');
  expect([await work(), await subAgent('other'), await subAgent('other')]).toEqual([200, 200, 403]);
  expect(countRequests(session.report().calls)).toMatchObject({ work: 2, 'sub-agent': 0 });
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
