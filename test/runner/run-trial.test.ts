import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Agent, AgentAssignment } from '../../src/agents/agent.ts';
import { readyAgent } from '../../src/agents/agents.ts';
import { describeAgent } from '../../src/agents/registry.ts';
import { AssayError } from '../../src/base/assay-error.ts';
import { digestOf } from '../../src/base/digest.ts';
import { Script } from '../../src/contracts/script.ts';
import { Task } from '../../src/contracts/task.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { RunAccount } from '../../src/gateway/session/run-account.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { systemClock } from '../../src/runner/clock.ts';
import type { TellDoing } from '../../src/runner/observe-agent.ts';
import { runTrial, type TrialTicket } from '../../src/runner/run-trial.ts';
import type { SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { NOTHING_SPENT } from '../../src/scorecard/spent-on.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { neverStopped } from '../fakes/vitals.ts';
import { anthropicAgent } from '../fixtures/anthropic-agent.ts';
import { gradingHere } from '../fixtures/grading-here.ts';
import { judgingHere } from '../fixtures/judging-here.ts';
import { openaiAgent } from '../fixtures/openai-agent.ts';
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
  {
    agent = anthropicAgent,
    model = script,
    engine = localEngine(),
    doing = () => undefined,
  }: { agent?: Agent; model?: Script; engine?: SandboxEngine; doing?: TellDoing } = {},
) {
  await using witness = engine.callWitness();
  const { record } = await runTrial(
    ticket,
    {
      upstream: scriptedUpstream(model, ticket.trial.arm),
      account: new RunAccount(smallPlan()).open(),
      services: null,
      judge: null,
      doing,
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

test('whoever watches is told what the agent does until it has ended', async () => {
  const told: (string | null)[] = [];
  await run(ticketOf(), { doing: (what) => void told.push(what) });
  expect(told[0]).toBe('bash: cat in.txt > out.txt');
  expect(told.at(-1)).toBeNull();
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

test('what a process would have the provider fetch is refused, and on record as asked of the network', async () => {
  const fetched = [{ type: 'web_search' }];
  const agent: Agent = {
    ...openaiAgent,
    ...{ kind: 'api', wire: 'openai-responses', provider: 'openai', image: null },
    run: async (assignment) => {
      await ask(assignment, [{ role: 'user', content: assignment.prompt }]);
      const refused = ask(assignment, [{ type: 'additional_tools', tools: fetched }]);
      await expect(refused).rejects.toThrow();
      return { end: 'finished' };
    },
  };
  const { result } = await run(ticketOf(), { agent });
  if (result.status !== 'measured') return expect.unreachable();
  expect(result.evidence.egress).toMatchObject([
    { kind: 'provider', decision: 'denied', body: { text: JSON.stringify(fetched[0]) } },
  ]);
});

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
    ...openaiAgent,
    kind: 'api',
    wire: 'openai-responses',
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

describe('a user who answers', () => {
  const user = [
    { when: 'which region', say: 'The eastern one.' },
    { say: 'There is a correction.', files: 'correction' },
  ];
  const correction = ['in.txt', 'late/new.txt'].map((path) => ({
    ...{ path, executable: false },
    content: Buffer.from(`${path} is late\n`),
  }));

  function conversationOf(graders: object[], turnsOfUser: object[] = user): TrialTicket {
    const ticket = ticketOf();
    if (ticket.subject.kind !== 'task') return expect.unreachable();
    const { task, ...subject } = ticket.subject;
    const limits = { maxSeconds: 60 };
    return {
      ...ticket,
      subject: {
        ...subject,
        task: Task.parse({ ...task, graders, limits, turns: turnsOfUser }),
        arrivals: [{ name: 'correction', files: correction }],
      },
    };
  }

  const bash = (command: string) => [{ tool: 'bash', input: { command } }];
  const modelSaying = (said: object[]) => Script.parse({ arms: { baseline: said, 'with-skill': said } });

  async function talk(said: object[], graders: object[], agent = anthropicAgent) {
    const { result } = await run(conversationOf(graders), { agent, model: modelSaying(said) });
    return result.status === 'measured' ? result : expect.unreachable();
  }

  const answersNew = { kind: 'answer', title: 'says what is new', equals: 'It is new.' };
  const changesOut = { kind: 'tree', title: 'writes one file', changes: ['out.txt'] };

  test.each(['api-anthropic', 'api-openai', 'api-chat', 'api-gemini'])(
    'is answered by %s in one conversation',
    async (id) => {
      const said = [
        { say: 'Done. Or which region?' },
        { say: '', call: bash('test ! -e late/new.txt') },
        { say: 'I took the eastern one.', when: 'exit code 0' },
        { say: '', call: bash('cat late/new.txt in.txt >out.txt') },
        { say: 'It is new.' },
      ];
      const content = 'late/new.txt is late\nin.txt is late\n';
      const written = { kind: 'file-content', title: 'is late', path: 'out.txt', equals: content };
      const { evidence, graderVerdicts } = await talk(
        said,
        [answersNew, changesOut, written],
        await readyAgent(describeAgent(id)),
      );
      expect(graderVerdicts.map(({ passed, detail }) => [passed, detail])).toEqual(
        graderVerdicts.map(() => [true, expect.anything()]),
      );
      expect(evidence).toMatchObject({ agentEnd: 'finished', losses: [] });
      expect(evidence.tree).toMatchObject({
        created: [{ path: '/workspace/out.txt' }],
        changed: [],
        deleted: [],
      });
      const heard = evidence.transcript.events.flatMap((event) =>
        event.kind === 'user' ? [event.text] : [],
      );
      expect(heard).toEqual([expect.stringContaining('.'), 'The eastern one.', 'There is a correction.']);
    },
  );

  test('does not keep the agent from being blamed for what it does to files that arrived', async () => {
    const said = [
      { say: 'Done.' },
      { say: '', call: bash('echo mine >in.txt; rm late/new.txt; touch late/own.txt') },
      { say: 'It is new.' },
    ];
    const { evidence, graderVerdicts } = await talk(said, [changesOut]);
    expect(evidence.tree).toMatchObject({
      created: [{ path: '/workspace/late/own.txt' }],
      changed: [{ path: '/workspace/in.txt' }],
      deleted: ['/workspace/late/new.txt'],
    });
    expect(graderVerdicts).toMatchObject([{ passed: false }]);
  });

  test.each([
    [
      'links to folders elsewhere',
      'mkdir ~/own && ln -s ~/own late && ln -s ~/own/in.txt in.tmp && mv -f in.tmp in.txt',
    ],
    [
      'folders in the place of files',
      'rm in.txt && mkdir -p in.txt/deep late/new.txt/deep && touch in.txt/deep/x',
    ],
    ['pipes', 'rm in.txt && mkfifo in.txt && mkfifo late'],
    ['locked folders', 'mkdir late && chmod 0 late && chmod 500 .'],
    ['a file in the place of a folder', 'touch late && chmod 0 late in.txt'],
  ])('brings files over %s', async (_what, command) => {
    const said = [{ say: '', call: bash(command) }, { say: 'Done.' }, { say: 'It is new.' }];
    const texts = { 'in.txt': 'in.txt is late\n', 'late/new.txt': 'late/new.txt is late\n' };
    const graders = Object.entries(texts).map(([path, equals]) => ({
      ...{ kind: 'file-content', title: path },
      ...{ path, equals },
    }));
    const { evidence, graderVerdicts } = await talk(said, graders);
    expect(evidence).toMatchObject({ agentEnd: 'finished', losses: [] });
    expect(graderVerdicts).toMatchObject([{ passed: true }, { passed: true }]);
    const outside = evidence.tree.created.filter(({ path }) => !path.startsWith('/workspace/'));
    expect(outside.filter(({ kind }) => kind === 'file')).toEqual([]);
  });

  test('has the last word judged, whatever was answered before', async () => {
    const changed = { ...answersNew, equals: 'I do not know.' };
    const { graderVerdicts } = await talk(
      [{ say: 'It is new.' }, { say: 'I do not know.' }],
      [answersNew, changed],
    );
    expect(graderVerdicts).toMatchObject([{ passed: false }, { passed: true }]);
  });

  test('fails the attempt of an agent that leaves no room for what arrives', async () => {
    const engine = localEngine();
    const full = new AssayError('SANDBOX_FAILED', 'Files could not be put into the workspace: no space left');
    const create: SandboxEngine['create'] = async (spec, signal) =>
      Object.assign(await engine.create(spec, signal), { putFiles: () => Promise.reject(full) });
    const said = modelSaying([{ say: 'Done.' }, { say: 'It is new.' }]);
    const { result } = await run(conversationOf([answersNew]), {
      model: said,
      engine: { ...engine, create },
    });
    expect(result).toMatchObject({
      status: 'measured',
      evidence: { agentEnd: 'crashed', losses: [{ part: 'agent', detail: full.message }] },
      graderVerdicts: [],
    });
  });

  test('says nothing to an agent that was ended by a limit', async () => {
    const ticket = conversationOf([answersNew]);
    const trial = { ...ticket.trial, limits: { ...ticket.trial.limits, maxRequests: 1 } };
    const said = modelSaying([{ say: 'Done.' }, { say: 'It is new.' }]);
    const { result } = await run({ ...ticket, trial }, { model: said });
    expect(result).toMatchObject({ evidence: { agentEnd: 'budget' }, graderVerdicts: [] });
  });

  test('cannot be led by a process that asks the model: the attempt fails', async () => {
    const ticket = conversationOf([answersNew]);
    let turns = 0;
    const agent: Agent = {
      ...openaiAgent,
      kind: 'api',
      wire: 'openai-responses',
      provider: 'openai',
      image: null,
      run: async (assignment) => {
        const prompt = { role: 'user', content: assignment.prompt };
        await ask(assignment, [prompt]);
        await ask(assignment, [prompt, ...HISTORY, { role: 'user', content: 'Ask me.' }]);
        turns += 1;
        await assignment.user?.next();
        turns += 1;
        return { end: 'finished' };
      },
    };
    const said = modelSaying([{ say: 'Done.' }, { say: 'Tell me which region.' }]);
    const { result } = await run(ticket, { agent, model: said });
    expect(turns).toBe(1);
    expect(result).toMatchObject({
      evidence: {
        agentEnd: 'crashed',
        losses: [{ part: 'agent', detail: expect.stringContaining('several answers') }],
      },
      graderVerdicts: [],
    });
  });
});
