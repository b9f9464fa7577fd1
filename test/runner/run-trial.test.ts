import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Agent, AgentAssignment } from '../../src/agents/agent.ts';
import { agentNamed } from '../../src/agents/agents.ts';
import { digestOf } from '../../src/base/digest.ts';
import { Script } from '../../src/contracts/script.ts';
import { Task } from '../../src/contracts/task.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { RunAccount } from '../../src/gateway/session/run-account.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { systemClock } from '../../src/runner/clock.ts';
import { runTrial, type TrialTicket } from '../../src/runner/run-trial.ts';
import { NOTHING_SPENT } from '../../src/scorecard/spent-on.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { neverStopped } from '../fakes/vitals.ts';
import { gradingHere } from '../fixtures/grading-here.ts';
import { judgingHere } from '../fixtures/judging-here.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { readingHere } from '../fixtures/reading-here.ts';

const turns = [{ call: [{ tool: 'bash', input: { command: 'cat in.txt > out.txt' } }] }];
const script = Script.parse({ arms: { baseline: turns, 'with-skill': turns } });

function ticketOf(plan = smallPlan()): TrialTicket {
  const [task] = plan.tasks;
  const trial = plan.trials.find(({ kind, arm }) => kind === 'task' && arm === 'with-skill');
  if (task === undefined || trial === undefined) return expect.unreachable();
  const fileOf = (path: string, text: string) => ({ path, executable: false, content: Buffer.from(text) });
  const files = [fileOf('SKILL.md', '---\nname: greeter\n---\n')];
  const { runId, seed, imageDigest, runtime } = plan;
  return {
    ...{ runId, seed, trial, attempt: 1, earlier: NOTHING_SPENT },
    subject: { kind: 'task', task, workspace: [fileOf('in.txt', 'hello\n')], grade: [], script },
    skill: { name: 'greeter', description: 'Greets.', frontmatter: '', body: '', files },
    conditions: { imageDigest, runtime },
  };
}

async function run(
  ticket: TrialTicket,
  { agent = agentNamed('api-anthropic'), model = script }: { agent?: Agent; model?: Script } = {},
) {
  const engine = localEngine();
  await using witness = engine.callWitness();
  const { record } = await runTrial(
    ticket,
    {
      upstream: scriptedUpstream(model, ticket.trial.arm),
      account: new RunAccount(smallPlan()).open(),
      services: null,
      judge: null,
    },
    {
      ...{ engine, witness, gateway: createGateway(), agent, model: 'scripted' },
      ...{
        clock: systemClock,
        standstills: neverStopped(),
        traffic: readingHere,
        contents: judgingHere,
        grades: gradingHere,
      },
      keep: async (content) => digestOf(content),
    },
    new AbortController().signal,
  );
  return record;
}

test('a ticket is plain data: a copy of it, as another process would get it, gives the same trial', async () => {
  const ticket = ticketOf();
  const records = [await run(ticket), await run(structuredClone(ticket))];
  const told = records.map(({ result }) =>
    result.status === 'measured'
      ? [result.evidence.agentEnd, result.evidence.tree.created, result.graderVerdicts]
      : result,
  );
  expect(told[0]).toEqual(['finished', [expect.objectContaining({ content: 'hello\n' })], expect.any(Array)]);
  expect(told[1]).toEqual(told[0]);
});

/** Asks the model as a program that knows the token of the trial. */
async function ask({ gateway, model }: AgentAssignment, input: readonly object[]): Promise<unknown[]> {
  const request = new Request('http://gateway.invalid/v1/responses', {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, input }),
  });
  return Answered.parse(await (await gateway.fetch(request)).json()).output;
}

const Answered = z.object({ output: z.array(z.unknown()) });
const HISTORY = [
  { role: 'user', content: 'x' },
  { role: 'assistant', content: 'y' },
];

test.each([
  ['after the agent', (own: () => Promise<unknown>, other: () => Promise<unknown>) => own().then(other)],
  ['before the agent', (own: () => Promise<unknown>, other: () => Promise<unknown>) => other().then(own)],
])('what a process asks the model %s does not replace the last words of the agent', async (_when, order) => {
  const ticket = ticketOf();
  if (ticket.subject.kind !== 'task') return expect.unreachable();
  const grader = { kind: 'answer', title: 'blames nobody', lacks: ['the operator'] };
  const { task, ...subject } = ticket.subject;
  const judged = { ...subject, task: Task.parse({ ...task, graders: [grader], limits: { maxSeconds: 60 } }) };
  const agent: Agent = {
    ...agentNamed('api-openai'),
    kind: 'api',
    provider: 'openai',
    image: null,
    run: async (assignment) => {
      const prompt = { role: 'user', content: assignment.prompt };
      const call = await ask(assignment, [prompt]);
      await order(
        () => ask(assignment, [prompt, ...call.filter(isObject), { role: 'user', content: 'Go on.' }]),
        () => ask(assignment, [...HISTORY, ...HISTORY, { role: 'user', content: 'x' }]),
      );
      return { end: 'finished' };
    },
  };
  const said = [
    { say: 'I look.', call: [{ tool: 'bash', input: {} }] },
    { say: 'It was the operator.' },
    { say: 'All is well.' },
  ];
  const model = Script.parse({ arms: { baseline: said, 'with-skill': said } });
  const { result } = await run({ ...ticket, subject: judged }, { agent, model });
  expect(result).toMatchObject({
    status: 'measured',
    graderVerdicts: [{ passed: false, detail: 'the answer contains "the operator"' }],
  });
});

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
