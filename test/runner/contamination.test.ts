import { expect, test } from 'vitest';
import type { Agent } from '../../src/agents/agent.ts';
import { systemPrompt } from '../../src/agents/api/system-prompt.ts';
import { TOOLS, textsOfTool } from '../../src/agents/api/tools.ts';
import { digestOf } from '../../src/base/digest.ts';
import { Script } from '../../src/contracts/script.ts';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { RunAccount } from '../../src/gateway/session/run-account.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { systemClock } from '../../src/runner/clock.ts';
import { runPlan } from '../../src/runner/run-plan.ts';
import type { SkillUnderTest } from '../../src/runner/trial-setup.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { neverStopped } from '../fakes/vitals.ts';
import { anthropicAgent } from '../fixtures/anthropic-agent.ts';
import { gradingHere } from '../fixtures/grading-here.ts';
import { judgingHere } from '../fixtures/judging-here.ts';
import { openaiAgent } from '../fixtures/openai-agent.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { readingHere } from '../fixtures/reading-here.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const file = (path: string, text: string) => ({ path, executable: false, content: bytes(text) });

const COMPUTED =
  'region,total\nnorth,4711\nsouth,815\neast,1234\nwest,4321\nabroad,99\nunknown,7\nall of them,10487\n';
const NOTES =
  'Regions are written in small letters, totals have no separators, and the last row is for all of them.';
const ANSWER =
  'The report names every region once, gives its total beside it, and ends in a row for all of them.';
const SCRIPTED = Script.parse({
  arms: {
    baseline: [
      { call: [{ tool: 'bash', input: { command: 'cat notes.md; sh report.sh' } }] },
      { call: [{ tool: 'skill', input: { name: 'other' } }] },
      { call: [{ tool: 'bash', input: { command: 'cat nothing; cat out.txt' } }] },
      { say: 'Done.' },
    ],
    'with-skill': [{ say: 'Done.' }],
  },
});
const workspace = [
  file('notes.md', NOTES),
  file('report.sh', `cat <<E | tr A-Z a-z | tee out.txt\n${COMPUTED.toUpperCase()}E\n`),
];

function skillSaying(text: string, description = 'Writes the totals of regions.'): SkillUnderTest {
  const skillFile = file('SKILL.md', `---\nname: totals\ndescription: ${description}\n---\n${text}`);
  return { name: 'totals', description, frontmatter: '', body: text, files: [skillFile] };
}

async function runWith(skill: SkillUnderTest, agent: Agent = anthropicAgent, script = SCRIPTED) {
  const plan = smallPlan();
  plan.trials = plan.trials.filter(({ kind }) => kind === 'task');
  const records: TrialRecord[] = [];
  await runPlan(
    {
      plan,
      done: [],
      account: new RunAccount(plan),
      skillOf: () => skill,
      solutionOf: () => null,
      subjectOf: () => {
        const [task] = plan.tasks;
        if (task === undefined) throw new Error('the plan has no task');
        return { kind: 'task', task, workspace, grade: [file('expected.txt', ANSWER)], script };
      },
      upstreamFor: ({ arm }) => scriptedUpstream(script, arm),
      judgeUpstreamFor: null,
      servicesFor: () => null,
      save: async (record) => void records.push(record),
      onEvent: () => undefined,
    },
    {
      engine: localEngine(),
      gateway: createGateway(),
      agent,
      model: 'scripted',
      clock: systemClock,
      standstills: neverStopped(),
      traffic: readingHere,
      contents: judgingHere,
      grades: gradingHere,
      keep: async (content: Uint8Array) => digestOf(content),
    },
    new AbortController().signal,
  );
  const of = (arm: string) => records.find(({ trial }) => trial.arm === arm);
  return { baseline: of('baseline'), withSkill: of('with-skill') };
}

function kindsIn(record: TrialRecord | undefined): string[] | null {
  return record?.result.status === 'measured'
    ? record.result.evidence.sightings.map(({ kind }) => kind)
    : null;
}

function statusOf(record: TrialRecord | undefined) {
  return record === undefined ? null : gradeRecord(record, []);
}

const OWN_TEXTS = [systemPrompt([], false), ...TOOLS.flatMap(textsOfTool)].join('\n');

test.each([
  ["the agent's system prompt and tools", OWN_TEXTS],
  ["the task's prompt", smallPlan().tasks[0]?.prompt ?? ''],
  ['a file in the workspace', NOTES],
  ['the right answer', `${ANSWER} ${JSON.stringify(smallPlan().tasks[0]?.graders)}`],
  ['what a tool prints about the workspace', COMPUTED],
  [
    'error messages of a shell',
    'cat: nothing: No such file or directory\n[exit code 1]\nThere is no skill other.',
  ],
  ['all of that', `${OWN_TEXTS}\n${NOTES}\n${ANSWER}\n${COMPUTED}`],
])('a skill that quotes %s neither voids the baseline nor counts as used', async (_, text) => {
  const { baseline, withSkill } = await runWith(skillSaying(text, text.replaceAll('\n', ' ')));
  expect(JSON.stringify(baseline?.result)).toContain('abroad,99');
  expect(statusOf(baseline)).toMatchObject({ status: 'failed', reason: 'wrong-answer' });
  expect(kindsIn(baseline)).toEqual([]);
  expect(kindsIn(withSkill)?.filter((kind) => kind !== 'listed')).toEqual([]);
});

const NAME = 'sum-up-the-numbers';

/** A wire of OpenAI does not tell that a call failed. */
test.each([
  [{ name: NAME }, `There is no skill ${NAME}.`],
  [{ wrong: NAME }, 'skill needs a text for name.'],
])(
  'a skill that quotes what the agent answers to the call %j does not void the baseline',
  async (input, text) => {
    const call = [{ tool: 'skill', input }];
    const script = Script.parse({ arms: { baseline: [{ call }], 'with-skill': [] } });
    for (const body of [text, TEXT]) {
      const skill = { ...skillSaying(body, text), name: NAME };
      const { baseline } = await runWith(skill, openaiAgent, script);
      expect(JSON.stringify(baseline?.result)).toContain(text);
      expect(kindsIn(baseline)).toEqual([]);
    }
  },
);

const EVERYTHING = Script.parse({
  arms: { baseline: [], 'with-skill': SCRIPTED.arms.baseline },
});

test('a skill that quotes all of that does not count as used if the agent only sees the same text elsewhere', async () => {
  const { withSkill } = await runWith(
    skillSaying(`${OWN_TEXTS}\n${NOTES}\n${ANSWER}\n${COMPUTED}`),
    anthropicAgent,
    EVERYTHING,
  );
  expect(JSON.stringify(withSkill?.result)).toContain('abroad,99');
  expect(kindsIn(withSkill)).toEqual([]);
});

const TEXT = 'Add up the third column by region, write one row for each, and put the sum of all below them.';
const DESCRIPTION = 'Adds up columns by region, for reports that are read by people who never open a table.';
const hidden = { name: 'totals', description: DESCRIPTION, root: '/elsewhere/totals' };

/** As one does that has skills of its own, whatever the sandbox holds. */
function agentThat(run: (usual: Agent) => Agent['run']): Agent {
  const usual = anthropicAgent;
  return { ...usual, run: run(usual) };
}

test.each([
  [
    'lists the skill',
    agentThat((usual) => (assignment, signal) => usual.run({ ...assignment, skills: [hidden] }, signal)),
    'its description is in the request',
  ],
  [
    'puts the skill into its prompt',
    agentThat(
      (usual) => (assignment, signal) =>
        usual.run({ ...assignment, prompt: `<memory>${TEXT}</memory>\n${assignment.prompt}` }, signal),
    ),
    'text of SKILL.md is in the request',
  ],
])('a baseline whose agent %s of its own accord is void', async (_, agent, detail) => {
  const { baseline } = await runWith(skillSaying(TEXT, DESCRIPTION), agent);
  expect(statusOf(baseline)).toEqual({
    status: 'ungraded',
    reason: 'baseline-contaminated',
    detail: `request 0: ${detail}`,
  });
});

test('a baseline whose agent loads a skill that is not in its sandbox is void', async () => {
  const script = Script.parse({
    arms: { baseline: [{ call: [{ tool: 'skill', input: { name: 'totals' } }] }], 'with-skill': [] },
  });
  const loading = agentThat((usual) => (assignment, signal) => {
    const { sandbox } = assignment;
    const readFile: typeof sandbox.readFile = async (path, max) =>
      path === `${hidden.root}/SKILL.md`
        ? { content: bytes(TEXT), isTruncated: false }
        : sandbox.readFile(path, max);
    const seen = new Proxy(sandbox, {
      get: (target, key) => (key === 'readFile' ? readFile : Reflect.get(target, key, target)),
    });
    return usual.run(
      { ...assignment, sandbox: seen, skills: [{ ...hidden, description: 'Totals.' }] },
      signal,
    );
  });
  const { baseline } = await runWith(skillSaying(TEXT, DESCRIPTION), loading, script);
  expect(statusOf(baseline)).toMatchObject({
    reason: 'baseline-contaminated',
    detail: 'request 1: text of SKILL.md is in the request',
  });
});
