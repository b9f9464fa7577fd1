import { describe, expect, test } from 'vitest';
import { RunBudget } from '../../src/contracts/budget.ts';
import type { JudgeSetup } from '../../src/contracts/judging.ts';
import type { PlannedTrial, RunPlan } from '../../src/contracts/plan.ts';
import { Script } from '../../src/contracts/script.ts';
import { Task } from '../../src/contracts/task.ts';
import { replayingUpstream } from '../../src/gateway/upstreams/cassette/replaying-upstream.ts';
import { scriptedModel, scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream, UpstreamCall } from '../../src/gateway/upstreams/upstream.ts';
import { scriptedVote } from '../../src/graders/rubric/scripted-judge.ts';
import type { RunJob } from '../../src/runner/run-plan.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { startRun } from '../fixtures/run-session.ts';

const HELLO = 'The greeting says hello.';
const JUDGE: JudgeSetup = { provider: 'anthropic', model: 'scripted', simulated: true };

/** One task in both arms, whose baseline writes "hullo everybody" and whose other arm writes "hello everybody". */
function judgedPlan(overrides: Partial<RunPlan> = {}): RunPlan {
  const plan = smallPlan({ judge: JUDGE, concurrency: 1, ...overrides });
  const rubric = { kind: 'rubric', title: 'it greets', criteria: [HELLO] };
  const tasks = plan.tasks.map((task) => Task.parse({ ...task, graders: [rubric] }));
  return { ...plan, tasks, trials: plan.trials.filter(({ kind }) => kind === 'task') };
}

/** Finds a whole file that says hello. */
const RIGHT = scriptedModel({ latencyMs: 0 }, ({ passages }) => ({
  say: scriptedVote([{ criterion: HELLO, met: '^hello' }], passages.at(-1)?.text ?? ''),
  call: [],
}));

const textOf = ({ request }: UpstreamCall) => request?.passages.map(({ text }) => text).join('\n') ?? '';
const isAboutWork = (call: UpstreamCall) => textOf(call).includes('The work:');

/** A judge that fails in this way at what the predicate finds, and is right otherwise. */
function failing(answer: (call: UpstreamCall) => Response, isHit: (call: UpstreamCall) => boolean): Upstream {
  return {
    simulated: false,
    send: async (call, signal) => (isHit(call) ? answer(call) : await RIGHT.send(call, signal)),
  };
}

function error(status: number, type: string): Response {
  return Response.json({ type: 'error', error: { type, message: `No: ${type}.` } }, { status });
}

async function runWith(judge: Upstream, plan = judgedPlan(), overrides: Partial<RunJob> = {}) {
  const calls: UpstreamCall[] = [];
  const counted: Upstream = {
    simulated: true,
    send: (call, signal) => {
      calls.push(call);
      return judge.send(call, signal);
    },
  };
  const { records, running } = startRun(plan, { judgeUpstreamFor: () => counted, ...overrides });
  await running;
  const gradeOf = (arm: PlannedTrial['arm']) => {
    const record = records.findLast(({ trial }) => trial.arm === arm) ?? expect.unreachable();
    return { attempt: record.attempt, result: record.result, grade: gradeRecord(record, []) };
  };
  return { records, calls, baseline: gradeOf('baseline'), withSkill: gradeOf('with-skill') };
}

test('a judge decides both arms, and what it uses is on record beside what the agent used', async () => {
  const { calls, baseline, withSkill } = await runWith(RIGHT);
  expect([baseline.grade.status, withSkill.grade.status]).toEqual(['failed', 'passed']);
  const { result } = withSkill;
  if (result.status !== 'measured') return expect.unreachable();
  const { evidence } = result;
  expect(evidence.judgeCalls).toHaveLength(2);
  expect(evidence.modelCalls).toHaveLength(3);
  expect(evidence.judgeCalls?.every(({ usage }) => (usage?.inputTokens ?? 0) > 100)).toBe(true);
  const own = evidence.modelCalls.map(({ usage }) => usage?.inputTokens ?? 0);
  expect(evidence.usage.inputTokens).toBe(own.reduce((sum, tokens) => sum + tokens, 0));
  expect(evidence.transcript.events.some(({ kind }) => kind === 'rejection')).toBe(false);
  expect(calls).toHaveLength(4);
});

test('nothing that the judge is told says which arm it judges', async () => {
  const { calls } = await runWith(RIGHT);
  const told = calls.map(textOf).join('\n');
  expect(told).toContain('hullo');
  expect(told).not.toMatch(/greeter|baseline|with-skill|\/skills|task:|bundled greeting program/);
});

test('a judge sees what the user has said, and not what was skipped', async () => {
  const turns = [{ when: 'which region', say: 'The eastern one.' }, { say: 'Greet everybody once more.' }];
  const judged = judgedPlan();
  const plan = { ...judged, tasks: judged.tasks.map((task) => Task.parse({ ...task, turns })) };
  const said = ['Done.', 'hello everybody, and a good day to you'].map((say) => ({ say }));
  const script = Script.parse({ arms: { baseline: said, 'with-skill': said } });
  const { calls, baseline } = await runWith(RIGHT, plan, {
    upstreamFor: () => scriptedUpstream(script, 'baseline'),
  });
  expect(baseline.grade.status).toBe('passed');
  for (const question of calls.map(textOf)) {
    expect(question).toContain('Greet everybody once more.');
    expect(question).not.toContain('The eastern one.');
  }
});

describe('the author of the skill does not decide what is seen of a baseline', () => {
  const saying = (name: string, body: string, written: string) => {
    const content = Buffer.from(`---\nname: ${name}\n---\n${body}`);
    const files = [{ path: 'SKILL.md', executable: false, content }];
    const skill = { name, description: 'Greets.', frontmatter: '', body, files };
    const command = `cat > out.txt <<'END'\n${written}\nEND`;
    const turns = [{ call: [{ tool: 'bash', input: { command } }] }];
    const upstream = scriptedUpstream(
      Script.parse({ arms: { baseline: turns, 'with-skill': turns } }),
      'baseline',
    );
    return { skillOf: () => skill, upstreamFor: () => upstream };
  };

  test('by the name of the skill', async () => {
    const work = saying('hello-everybody', 'Greet.', 'hello everybody');
    const { calls, baseline } = await runWith(RIGHT, judgedPlan(), work);
    expect(calls.map(textOf).join('\n')).toContain('hello everybody');
    expect(baseline.grade.status).toBe('passed');
  });

  const long = Array.from({ length: 60 }, (_, at) => `Rule ${at} says whom to greet.`).join(' ');

  test('by its text, which is left out only in the arm that can have copied it', async () => {
    const work = saying('greeter', long, `hello everybody\n${long}`);
    const { calls, baseline, withSkill } = await runWith(RIGHT, judgedPlan(), work);
    expect([baseline.grade.status, withSkill.grade.status]).toEqual(['passed', 'passed']);
    expect(calls.map((call) => textOf(call).includes('Rule 7')).toSorted()).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('by words that are in the skill, and that a baseline finds by itself', async () => {
    const work = saying('greeter', `hello everybody\n${long}`, `hello everybody\n${long}`);
    const { baseline, withSkill } = await runWith(RIGHT, judgedPlan(), work);
    expect(baseline.grade.status).toBe('passed');
    expect(withSkill.result).toMatchObject({
      graderVerdicts: [{ passed: false, detail: expect.stringMatching(/repeat the skill/) }],
    });
  });
});

describe('a provider that', () => {
  test('is down leaves both arms ungraded, and each is tried twice', async () => {
    const { records } = await runWith(
      failing(
        () => error(503, 'overloaded_error'),
        () => true,
      ),
    );
    expect(records.map(({ attempt, result }) => [attempt, result.status])).toEqual([
      [1, 'faulted'],
      [2, 'faulted'],
      [1, 'faulted'],
      [2, 'faulted'],
    ]);
    for (const { result } of records)
      expect(result).toMatchObject({ reason: 'upstream-failed', detail: /The judge gave no answer/ });
  });

  test('fails at the work alone fails the attempt with the skill, and buys it no other', async () => {
    const { baseline, withSkill } = await runWith(failing(() => error(503, 'api_error'), isAboutWork));
    expect(withSkill).toMatchObject({ attempt: 1, grade: { status: 'failed', reason: 'wrong-answer' } });
    expect(baseline).toMatchObject({ attempt: 2, grade: { status: 'ungraded', reason: 'upstream-failed' } });
  });

  test('rejects the work alone has the attempt fail in both arms', async () => {
    const { baseline, withSkill } = await runWith(
      failing(() => error(400, 'invalid_request_error'), isAboutWork),
    );
    for (const { attempt, grade } of [baseline, withSkill])
      expect({ attempt, grade }).toMatchObject({ attempt: 1, grade: { status: 'failed' } });
    expect(withSkill.result).toMatchObject({
      graderVerdicts: [{ detail: expect.stringContaining('the provider rejects the question') }],
    });
  });

  test('rejects every question is a fault', async () => {
    const { baseline, withSkill } = await runWith(
      failing(
        () => error(400, 'invalid_request_error'),
        () => true,
      ),
    );
    for (const { grade } of [baseline, withSkill])
      expect(grade).toMatchObject({ status: 'ungraded', reason: 'upstream-failed' });
  });
});

test('a run whose budget ends before a verdict has not judged the trial, and judges it when it is resumed', async () => {
  const plan = judgedPlan({ budget: RunBudget.parse({ maxRequests: 4 }) });
  const onlySkill = { ...plan, trials: plan.trials.filter(({ arm }) => arm === 'with-skill') };
  const { records, running } = startRun(onlySkill, { judgeUpstreamFor: () => RIGHT });
  await running;
  const [cut = expect.unreachable()] = records;
  expect(gradeRecord(cut, [])).toMatchObject({
    status: 'failed',
    reason: "not judged: the run's budget of 4 requests was used up",
  });
  const more = { ...onlySkill, budget: RunBudget.parse({ maxRequests: 40 }) };
  const resumed = startRun(more, { done: records, judgeUpstreamFor: () => RIGHT });
  await resumed.running;
  expect(resumed.records.map((record) => [record.attempt, gradeRecord(record, []).status])).toEqual([
    [2, 'passed'],
  ]);
  expect(resumed.records[0]?.unmeasured.judgeCalls).toHaveLength(1);
});

test('a replay that lacks the question fails the attempt with the skill, and leaves the baseline without a grade', async () => {
  const lacking = replayingUpstream('judge:x', async () => ({ miss: 'there is no such request' }), {
    isFirstOurs: false,
  });
  const { baseline, withSkill } = await runWith(lacking);
  expect(withSkill).toMatchObject({
    attempt: 1,
    result: {
      evidence: {
        losses: [{ part: 'grading', detail: expect.stringMatching(/other work than in the rec/) }],
      },
    },
    grade: { status: 'failed' },
  });
  expect(baseline).toMatchObject({ attempt: 2, grade: { status: 'ungraded', reason: 'upstream-failed' } });
});

test('a judge speaks OpenAI Responses as well', async () => {
  const judge = { ...JUDGE, provider: 'openai' as const };
  const { calls, withSkill } = await runWith(RIGHT, judgedPlan({ judge }));
  expect(withSkill.grade.status).toBe('passed');
  expect(new Set(calls.map(({ wire }) => wire.id))).toEqual(new Set(['openai-responses']));
});
