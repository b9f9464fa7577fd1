import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../src/base/digest.ts';
import { GraderSpec } from '../../src/contracts/grader-spec.ts';
import type { RunPlan } from '../../src/contracts/plan.ts';
import { Script } from '../../src/contracts/script.ts';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { RunAccount } from '../../src/gateway/session/run-account.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { systemClock } from '../../src/runner/clock.ts';
import { runPlan } from '../../src/runner/run-plan.ts';
import type { SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { neverStopped } from '../fakes/vitals.ts';
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

const state = stateFolder();
let engine: SandboxEngine & AsyncDisposable;
beforeAll(async () => {
  engine = await openSession(state);
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
});

/** The grader of a command that runs what the agent wrote. */
function running(command: string): GraderSpec {
  return { kind: 'command-exit', title: 'it runs', command, exitCode: 0, timeoutSeconds: 8 };
}

/** One task with this grader, in the arm with the skill. */
async function planOf(grader: GraderSpec): Promise<RunPlan> {
  const plan = smallPlan({ imageDigest: await engine.imageDigest() });
  return {
    ...plan,
    tasks: plan.tasks.map((task) => ({ ...task, graders: [grader] })),
    trials: plan.trials.filter(({ id }) => id === 'task:greet:with-skill:1'),
  };
}

const SOLVE = 'echo "print(42)" >program.py';

/** The records of an agent that writes the program and leaves. */
async function recordsOf(
  program: string,
  grader: GraderSpec,
  { onEngine = engine, solve = SOLVE }: { onEngine?: SandboxEngine; solve?: string } = {},
): Promise<TrialRecord[]> {
  const plan = await planOf(grader);
  const script = Script.parse({
    arms: {
      baseline: [],
      'with-skill': [{ call: [{ tool: 'write_file', input: { path: 'program.py', content: program } }] }],
    },
  });
  const records: TrialRecord[] = [];
  const job = {
    ...{ plan, done: [], skill, account: new RunAccount(plan) },
    subjectOf: () => {
      const [task] = plan.tasks;
      if (task === undefined) throw new Error('the plan has no task');
      return { kind: 'task' as const, task, workspace: [], grade: [], script };
    },
    solutionOf: () => [{ path: 'solve.sh', executable: false, content: bytes(solve) }],
    upstreamFor: () => scriptedUpstream(script, 'with-skill'),
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
      engine: onEngine,
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

const RUN = 'as-agent python3 program.py';
/** A grader that takes whatever it is given. */
const SWALLOW = `${RUN} | python3 -c 'import sys; sys.exit(sys.stdin.buffer.read() != b"42\\n")'`;

const PROGRAMS: [string, string, string][] = [
  ['takes all the memory', RUN, 'x = []\nwhile True: x.append(bytearray(1 << 24))\n'],
  [
    'takes all the memory by many, of whom each has less than the harness’s own processes',
    RUN,
    `import os, time
for _ in range(200):
  if os.fork() == 0:
    x = bytearray(7 << 20); time.sleep(60)
time.sleep(60)
`,
  ],
  [
    'has the grader take all the memory',
    SWALLOW,
    'import sys\nwhile True: sys.stdout.write("x" * (1 << 20))\n',
  ],
  [
    'fills every folder, and then the memory that is left',
    RUN,
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
    RUN,
    `import os
while True:
  try: os.fork()
  except OSError: pass
`,
  ],
  ['ends with the code of a program that cannot be run', RUN, 'raise SystemExit(126)\n'],
  ['says what a broken grader would', RUN, 'import nothing\n'],
];

describe('an attempt fails for good if its program under test', () => {
  test.each(PROGRAMS)('%s', async (_, command, program) => {
    const records = await recordsOf(program, running(command));
    expect(records.map(({ attempt, result }) => [attempt, result.status])).toEqual([[1, 'measured']]);
    expect(records.map((record) => gradeRecord(record, []).status)).toEqual(['failed']);
  });
});

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

const HOGS = PROGRAMS.flatMap(([title, command, program]) =>
  command === RUN ? [[title, program] as const] : [],
);

const ENDING = HOGS.filter(([title]) => !/memory|processes/.test(title));

/**
 * A reward is judged by the code that judges tests: a command of the suite's, and then a program of ours that reads what
 * it has left. So only one of them has to withstand whoever takes all that there is.
 */
describe.each([
  { by: 'its tests', fields: BY_REPORT, solve: SOLVE, programs: HOGS },
  { by: 'a reward', fields: BY_REWARD, solve: SOLVE, programs: ENDING },
  { by: 'its answers', fields: BY_ANSWER, solve: SERVE, programs: HOGS },
])('judged by $by, an attempt fails for good if its program', ({ fields, solve, programs }) => {
  const grader = GraderSpec.parse({ title: 'it holds', ...fields });

  test.each(programs)('%s', async (_title, program) => {
    const records = await recordsOf(program, grader, { solve });
    expect(records.map(({ attempt, result }) => [attempt, result.status])).toEqual([[1, 'measured']]);
    expect(records.map((record) => gradeRecord(record, []).status)).toEqual(['failed']);
  });
});

/** Ends the container of the grading sandbox in which this program is about to be run, as the kernel might. */
function endingSandboxOf(program: string): SandboxEngine {
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

test('an attempt fails if its grading sandbox ends over the workspace', async () => {
  const program = 'import time\ntime.sleep(60)\n';
  const [record, ...more] = await recordsOf(program, running(RUN), {
    onEngine: endingSandboxOf(program),
  });
  expect(more).toEqual([]);
  expect(record === undefined ? null : gradeRecord(record, [])).toMatchObject({
    status: 'failed',
    reason: expect.stringMatching(/could not be graded: The grading sandbox has ended\./),
  });
});
