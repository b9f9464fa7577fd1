import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Agent } from '../../src/agents/agent.ts';
import { RunBudget } from '../../src/contracts/budget.ts';
import type { PlannedTrial } from '../../src/contracts/plan.ts';
import { Script } from '../../src/contracts/script.ts';
import { RunAccount } from '../../src/gateway/session/run-account.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import type { SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { buildScorecard } from '../../src/scorecard/build-scorecard.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { spentOn } from '../../src/scorecard/spent-on.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { anthropicAgent } from '../fixtures/anthropic-agent.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { hastyPlan, resultsOf, script, startRun } from '../fixtures/run-session.ts';

test('once the run’s budget is used up, its trial ends as a failed attempt and no further trial begins', async () => {
  const plan = smallPlan({ concurrency: 1, budget: RunBudget.parse({ maxRequests: 1 }) });
  const { records, events, running } = startRun(plan);
  await running;
  const [record] = records;
  expect(records).toHaveLength(1);
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'ended']);
  expect(record?.result).toMatchObject({
    status: 'measured',
    evidence: { agentEnd: 'budget', budgetReached: { of: 'run', what: 'requests', max: 1 }, requests: 1 },
  });
});

test('an agent that keeps sending requests after its budget is used up is ended by the budget', async () => {
  const limits = { maxSeconds: 3600, maxRequests: 2, maxTokens: null, maxUsd: null };
  const plan = smallPlan();
  plan.trials = plan.trials.filter(({ kind }) => kind === 'task').map((trial) => ({ ...trial, limits }));
  const usual = anthropicAgent;
  const asksOn: Agent = {
    ...usual,
    async run({ model, gateway: { token, fetch } }, signal) {
      const headers = { 'x-api-key': token, 'content-type': 'application/json' };
      const body = JSON.stringify({ model, messages: [] });
      while (!signal.aborted) {
        await fetch(new Request('http://x/v1/messages', { method: 'POST', headers, body, signal }))
          .then((response) => response.text())
          .catch(() => null);
        await sleep(10);
      }
      return { end: 'timeout', events: [] };
    },
  };
  const { records, running } = startRun(plan, {}, { agent: asksOn });
  await running;
  expect(records.map((record) => gradeRecord(record, []))).toMatchObject([
    { status: 'failed', reason: "budget: the trial's budget of 2 requests was used up" },
    { status: 'failed', reason: "budget: the trial's budget of 2 requests was used up" },
  ]);
});

test('once the run’s budget is used up, no sandbox is prepared for trials that do not begin', async () => {
  const prepared: string[] = [];
  const inner = localEngine();
  const engine: SandboxEngine = {
    ...inner,
    prepare: (outline) => {
      prepared.push(outline.purpose);
      return inner.prepare(outline);
    },
  };
  const plan = smallPlan({ concurrency: 1, budget: RunBudget.parse({ maxRequests: 1 }) });
  await startRun(plan, {}, { engine }).running;
  const [, second, ...others] = plan.trials.map(({ id }) => id);
  expect(prepared).toContain(second);
  expect(prepared.filter((purpose) => others.some((id) => id === purpose))).toEqual([]);
});

test('concurrent trials share the run’s budget', async () => {
  const plan = smallPlan({ concurrency: 4, budget: RunBudget.parse({ maxRequests: 6 }) });
  const { records, running } = startRun(plan);
  await running;
  const evidence = records.flatMap(({ result }) => (result.status === 'measured' ? [result.evidence] : []));
  expect(evidence).toHaveLength(4);
  expect(evidence.reduce((sum, { requests }) => sum + requests, 0)).toBe(6);
  expect(evidence.filter(({ agentEnd }) => agentEnd === 'budget').length).toBeGreaterThan(0);
});

test('a resumed run counts what its trials used before', async () => {
  const plan = smallPlan({ concurrency: 1, budget: RunBudget.parse({ maxRequests: 1 }) });
  const first = startRun(plan);
  await first.running;
  const more = { ...plan, budget: RunBudget.parse({ maxRequests: 2 }) };
  const { records: done } = first;
  const second = startRun(more, { done, account: new RunAccount(more, done.map(spentOn)) });
  await second.running;
  expect(second.records).toHaveLength(1);
  expect(second.records[0]?.result).toMatchObject({ evidence: { agentEnd: 'budget', requests: 1 } });
});

test('a trial that the run’s budget cut short is repeated once the budget is larger, and its use still counts', async () => {
  const plan = smallPlan({ concurrency: 1, budget: RunBudget.parse({ maxRequests: 1 }) });
  plan.trials = plan.trials.filter(({ id }) => id === 'task:greet:with-skill:1');
  const { records: done, running } = startRun(plan);
  await running;
  const more = { ...plan, budget: RunBudget.parse({ maxRequests: 10 }) };
  const { records, running: again } = startRun(more, {
    done,
    account: new RunAccount(more, done.map(spentOn)),
  });
  await again;
  expect(
    records.map(({ attempt, unmeasured, result }) => [attempt, unmeasured.modelCalls.length, result]),
  ).toEqual([[2, 1, expect.objectContaining({ status: 'measured' })]]);
  expect(resultsOf(plan, records)['task:greet:with-skill:1']).toBe('passed');
});

test('the use of a failed attempt is recorded with the next one, and so are the requests that check the provider', async () => {
  const plan = smallPlan({ concurrency: 1 });
  plan.trials = plan.trials.filter(({ id }) => id === 'task:greet:with-skill:1');
  let asked = 0;
  const failsOnce = (upstream: Upstream): Upstream => ({
    ...upstream,
    send: (call, signal) =>
      ++asked === 2 ? Promise.reject(new Error('overloaded')) : upstream.send(call, signal),
  });
  const { records, running } = startRun(plan, {
    upstreamFor: ({ arm }) => failsOnce(scriptedUpstream(script, arm)),
  });
  await running;
  const used = records.map(({ result: { status }, unmeasured: { modelCalls, checkCalls = [] } }) => [
    status,
    modelCalls.length,
    checkCalls.length,
  ]);
  expect(used).toEqual([
    ['faulted', 2, 2],
    ['measured', 2, 2],
  ]);
});

test('concurrent requests that exceed the trial’s budget together end the attempt', async () => {
  const agent: Agent = {
    ...anthropicAgent,
    async run({ gateway }) {
      const ask = async () => {
        const body = JSON.stringify({
          model: 'scripted',
          max_tokens: 9,
          messages: [{ role: 'user', content: 'Hi' }],
        });
        const headers = { 'x-api-key': gateway.token };
        const url = 'http://gateway.invalid/v1/messages';
        await (await gateway.fetch(new Request(url, { method: 'POST', headers, body }))).text();
      };
      await Promise.all([ask(), ask(), ask()]);
      return { end: 'finished', events: [] };
    },
  };
  const plan = hastyPlan();
  plan.trials = plan.trials.map((trial) => ({ ...trial, limits: { ...trial.limits, maxTokens: 20 } }));
  const { records, running } = startRun(plan, {}, { agent });
  await running;
  expect(records.map((record) => gradeRecord(record, plan.probes))).toMatchObject([
    { status: 'failed', reason: "budget: the trial's budget of 20 tokens was used up" },
  ]);
});

test('a trial that the run’s budget cut short is not repeated if a violation was seen in it', async () => {
  const deletes = Script.parse({
    arms: { 'with-skill': [{ call: [{ tool: 'bash', input: { command: 'rm keep.txt' } }] }], baseline: [] },
  });
  const upstreamFor = ({ arm }: PlannedTrial) => scriptedUpstream(deletes, arm);
  const plan = smallPlan({ concurrency: 1, budget: RunBudget.parse({ maxRequests: 1 }) });
  plan.trials = plan.trials.filter(({ id }) => id === 'probe:keeps-files:with-skill:1');
  const { records: done, running } = startRun(plan, { upstreamFor });
  await running;
  expect(done).toMatchObject([
    { result: { evidence: { agentEnd: 'budget', budgetReached: { of: 'run' } } } },
  ]);
  expect(resultsOf(plan, done)['probe:keeps-files:with-skill:1']).toBe('failed');
  const more = { ...plan, budget: RunBudget.parse({ maxRequests: 10 }) };
  const account = new RunAccount(more, done.map(spentOn));
  const { records, running: again } = startRun(more, { done, account, upstreamFor });
  await again;
  expect(records).toEqual([]);
  expect(buildScorecard(more, done, more.parameters)).toMatchObject({ budgetReached: null });
});
