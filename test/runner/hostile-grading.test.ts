import Docker from 'dockerode';
import { beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../src/base/digest.ts';
import { GraderSpec } from '../../src/contracts/grader-spec.ts';
import type { PlannedTrial, RunPlan } from '../../src/contracts/plan.ts';
import { Script } from '../../src/contracts/script.ts';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { RunAccount } from '../../src/gateway/session/run-account.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { systemClock } from '../../src/runner/clock.ts';
import { planTrials } from '../../src/runner/plan-trials.ts';
import { runPlan } from '../../src/runner/run-plan.ts';
import type { SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { neverStopped } from '../fakes/vitals.ts';
import { withLocalAgents } from '../fakes/with-local-agents.ts';
import { anthropicAgent } from '../fixtures/anthropic-agent.ts';
import { gradingHere } from '../fixtures/grading-here.ts';
import { judgingHere } from '../fixtures/judging-here.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { readingHere } from '../fixtures/reading-here.ts';
import { stateFolder } from '../sandbox/docker-fixture.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const skill = {
  ...{ name: 'greeter', description: 'Greets.', frontmatter: '', body: 'Greet.' },
  files: [{ path: 'SKILL.md', executable: false, content: bytes('Greet.') }],
};

const SOLVE = 'echo "print(42)" >program.py';
const RUN = 'as-agent python3 program.py';
/** A grader that takes whatever it is given. */
const SWALLOW = `${RUN} | python3 -c 'import sys; sys.exit(sys.stdin.buffer.read() != b"42\\n")'`;

type Program = readonly [title: string, program: string];

const PROGRAMS: readonly Program[] = [
  ['takes all the memory', 'x = []\nwhile True: x.append(bytearray(1 << 24))\n'],
  [
    'takes all the memory by many, of whom each has less than the harness’s own processes',
    `import os, time
for _ in range(200):
  if os.fork() == 0:
    x = bytearray(7 << 20); time.sleep(60)
time.sleep(60)
`,
  ],
  [
    'fills every folder, and then the memory that is left',
    `for folder in ["/workspace", "/tmp", "/home/agent", "/dev/shm"]:
  try:
    with open(f"{folder}/full", "wb") as file:
      while True: file.write(bytes(1 << 20))
  except OSError: pass
x = []
while True: x.append(bytearray(1 << 20))
`,
  ],
  [
    'leaves as many processes as there can be, which fork whenever one ends',
    `import os, time
while True:
  try: os.fork()
  except OSError: time.sleep(0.05)
`,
  ],
  ['ends with the code of a program that cannot be run', 'raise SystemExit(126)\n'],
  ['says what a broken grader would', 'import nothing\n'],
];

const SWALLOWED: Program = [
  'has the grader take all the memory',
  'import sys\nwhile True: sys.stdout.write("x" * (1 << 20))\n',
];
/** The container in which this one is about to be run is ended, as the kernel might end it. */
const ENDED: Program = ['loses its grading sandbox', 'import time\ntime.sleep(60)\n'];

const TESTED = `import { test } from 'node:test';
import { execFileSync } from 'node:child_process';
test('it prints', () => { if (\`\${execFileSync('as-agent', ['python3', 'program.py'])}\` !== '42\\n') throw new Error(); });
`;
const NODE_TEST = [
  `echo ${Buffer.from(TESTED).toString('base64')} | base64 --decode >"$TMPDIR/it.test.mjs"`,
  'node --test --test-reporter=junit --test-reporter-destination="$ASSAY_REPORTS/junit.xml" "$TMPDIR/it.test.mjs"',
].join('; ');
const BY_REPORT = { kind: 'test-report', command: NODE_TEST, report: 'junit.xml', timeoutSeconds: 10 };
const BY_REWARD = {
  ...{ kind: 'reward', timeoutSeconds: 15 },
  command: `[ "$(${RUN})" = 42 ] && echo 1 >/logs/verifier/reward.txt`,
};
const BY_ANSWER = {
  ...{ kind: 'http', start: RUN.replace('as-agent ', ''), port: 8000, requests: [{ path: '/program.py' }] },
  ...{ startSeconds: 4, answerSeconds: 4 },
};
const SERVE = 'echo "import http.server as h; h.test(h.SimpleHTTPRequestHandler)" >program.py';

const ENDING = PROGRAMS.filter(([title]) => !/memory|processes/.test(title));

type Judged = { by: string; fields: object; solve: string; programs: readonly Program[] };

/**
 * A reward is judged by the code that judges tests: a command of the suite's, and then a program of ours that reads what
 * it has left. So only one of them has to withstand whoever takes all that there is.
 */
const JUDGED: readonly Judged[] = [
  { by: 'a command', fields: running(RUN), solve: SOLVE, programs: [...PROGRAMS, ENDED] },
  {
    by: 'a command that takes what it is given',
    fields: running(SWALLOW),
    solve: SOLVE,
    programs: [SWALLOWED],
  },
  { by: 'its tests', fields: BY_REPORT, solve: SOLVE, programs: PROGRAMS },
  { by: 'a reward', fields: BY_REWARD, solve: SOLVE, programs: ENDING },
  { by: 'its answers', fields: BY_ANSWER, solve: SERVE, programs: PROGRAMS },
];

function running(command: string): object {
  return { kind: 'command-exit', command, timeoutSeconds: 8 };
}

const WORKS = JUDGED.map(({ fields, ...more }, index) => ({
  ...more,
  id: `judged-${index}`,
  grader: GraderSpec.parse({ title: 'it holds', ...fields }),
}));

/** One task for each way of judging. With the skill, each of its programs is the work of one repeat. */
function planOf(imageDigest: string): RunPlan {
  const { limits } = smallPlan().trials[0] ?? expect.unreachable();
  const { tasks } = smallPlan();
  const repeats = Math.max(...WORKS.map(({ programs }) => programs.length));
  const planned = planTrials(
    WORKS.map(({ id }) => ({ kind: 'task', id, limits })),
    repeats,
    'seed',
  );
  return smallPlan({
    imageDigest,
    tasks: WORKS.flatMap(({ id, grader }) => tasks.map((task) => ({ ...task, id, graders: [grader] }))),
    probes: [],
    trials: planned.filter((trial) => trial.arm === 'with-skill' && programOf(trial) !== undefined),
  });
}

function programOf({ subject, repeat }: Pick<PlannedTrial, 'subject' | 'repeat'>): Program | undefined {
  return WORKS.find(({ id }) => id === subject)?.programs[repeat - 1];
}

/** The agent writes the program and leaves. */
function scriptOf(trial: PlannedTrial): Script {
  const [, content] = programOf(trial) ?? expect.unreachable();
  const calls = [{ call: [{ tool: 'write_file', input: { path: 'program.py', content } }] }];
  return Script.parse({ arms: { baseline: [], 'with-skill': calls } });
}

async function recordsOf(plan: RunPlan, engine: SandboxEngine): Promise<TrialRecord[]> {
  const records: TrialRecord[] = [];
  const job = {
    ...{ plan, done: [], skillOf: () => skill, account: new RunAccount(plan) },
    subjectOf: ({ subject }: PlannedTrial) => {
      const task = plan.tasks.find(({ id }) => id === subject) ?? expect.unreachable();
      return { kind: 'task' as const, task, workspace: [], grade: [], script: null };
    },
    solutionOf: (task: string) => {
      const { solve = '' } = WORKS.find(({ id }) => id === task) ?? {};
      return [{ path: 'solve.sh', executable: false, content: bytes(solve) }];
    },
    upstreamFor: (trial: PlannedTrial) => scriptedUpstream(scriptOf(trial), 'with-skill'),
    judgeUpstreamFor: null,
    servicesFor: () => null,
    save: async (record: TrialRecord) => void records.push(record),
    onEvent: () => undefined,
  };
  const keep = async (content: Uint8Array) => digestOf(content);
  const own = { agent: anthropicAgent, gateway: createGateway(), model: 'scripted' };
  const standstills = neverStopped();
  await runPlan(
    job,
    {
      ...own,
      engine,
      clock: systemClock,
      standstills,
      traffic: readingHere,
      contents: judgingHere,
      grades: gradingHere,
      keep,
    },
    AbortSignal.any([]),
  );
  return records;
}

/** Ends the container of the grading sandbox in which this program is about to be run, as the kernel might. */
function endingSandboxOf([, program]: Program, engine: SandboxEngine): SandboxEngine {
  return {
    ...engine,
    async create(spec, signal) {
      const sandbox = await engine.create(spec, signal);
      const isGrading = spec.grader === true && spec.files.some(({ content }) => `${content}` === program);
      if (!isGrading) return sandbox;
      return {
        ...sandbox,
        run: async (...asked) => {
          const killing = new Docker().getContainer(sandbox.id).kill();
          const [result] = await Promise.all([sandbox.run(...asked), killing]);
          return result;
        },
      };
    },
  };
}

const state = stateFolder();
const PATIENCE_MS = 30 * 60_000;
let records: TrialRecord[] = [];

beforeAll(async () => {
  await using engine = await openSession(state);
  const plan = planOf(await engine.imageDigest());
  records = await recordsOf(plan, endingSandboxOf(ENDED, withLocalAgents(engine)));
}, PATIENCE_MS);

describe.each(WORKS)('judged by $by, an attempt fails for good if its program', ({ id, programs }) => {
  test.each(programs.map(([title], index) => [title, index + 1] as const))('%s', (_title, repeat) => {
    const all = records.filter(({ trial }) => trial.subject === id && trial.repeat === repeat);
    expect(all.map(({ attempt, result }) => [attempt, result.status])).toEqual([[1, 'measured']]);
    expect(all.map((record) => gradeRecord(record, []).status)).toEqual(['failed']);
  });
});

test('the reason for a failure is that the grading sandbox has ended, if it has', () => {
  const ended = records.filter(({ trial }) => programOf(trial) === ENDED);
  expect(ended.map((record) => gradeRecord(record, []))).toMatchObject([
    {
      status: 'failed',
      reason: expect.stringMatching(/could not be graded: The grading sandbox has ended\./),
    },
  ]);
});
