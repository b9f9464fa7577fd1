import { expect, test } from 'vitest';
import { agentNamed } from '../../src/agents/agents.ts';
import { digestOf } from '../../src/base/digest.ts';
import { Script } from '../../src/contracts/script.ts';
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

async function run(ticket: TrialTicket) {
  const engine = localEngine();
  await using witness = engine.callWitness();
  const { record } = await runTrial(
    ticket,
    { upstream: scriptedUpstream(script, ticket.trial.arm), account: new RunAccount(smallPlan()).open() },
    {
      ...{ engine, witness, gateway: createGateway(), agent: agentNamed('api-anthropic'), model: 'scripted' },
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
