import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadBenchmark } from '../../src/app/benchmark.ts';
import { checkSuite, knownVerdict, tasksThatMustChange } from '../../src/app/check-suite.ts';
import type { SkillFolder } from '../../src/contracts/skill.ts';
import { SuiteCheck, type SuiteVerdict } from '../../src/contracts/suite-check.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

beforeEach(() => vi.stubEnv('ASSAY_STATE_DIR', temporaryFolder()));
afterEach(() => vi.unstubAllEnvs());

const SKILL = `---
name: sum-sheets
description: Sums the columns of spreadsheets.
---
Read every sheet, add up its columns, round to cents and write totals.
`;

type Task = {
  prompt?: string;
  graders: string;
  solve?: string;
  more?: Record<string, string>;
};

/** A suite of tasks that are to write a total, as far as they do not say otherwise. */
function suiteOf(tasks: Readonly<Record<string, Task>>): string {
  const suite = join(temporaryFolder(), 'sums');
  const files: Record<string, string> = {
    'suite.yaml': 'id: sums\ntitle: Sums\ndescription: About sums.\n',
    'skill/SKILL.md': SKILL,
  };
  for (const [id, { prompt = `Do what ${id} asks.`, graders, solve = SOLVE, more = {} }] of Object.entries(
    tasks,
  )) {
    files[`${id}/task.yaml`] = `id: ${id}
level: common
objective: Sums
prompt: ${prompt}
expected: A total.
graders: [${graders}]
`;
    if (solve !== '') files[`${id}/solution/solve.sh`] = solve;
    files[`${id}/workspace/prices.txt`] = '4\n8\n';
    for (const [path, content] of Object.entries(more)) files[`${id}/${path}`] = content;
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(suite, path)), { recursive: true });
    writeFileSync(join(suite, path), content);
  }
  return suite;
}

const SOLVE = 'echo 12 >total.txt\n';
const EXACT = '{kind: file-content, title: the total is right, path: total.txt, equals: "12\\n"}';
const IDLE = '{kind: file-content, title: anything goes, path: prices.txt, matches: "^"}';
const ALWAYS = '{kind: command-exit, title: anything goes, command: "true"}';
const GREP = '{kind: command-exit, title: the program is satisfied, command: bash /grade/judge.sh}';

async function check(suite: string, options = {}): Promise<SuiteCheck> {
  return await checkSuite(
    { suite, concurrency: 2, allowSmall: true, fresh: false, ...options },
    { say: () => undefined, onTask: () => undefined },
    AbortSignal.timeout(PATIENCE_MS),
  );
}

function faultsOf({ tasks }: SuiteCheck): Record<string, string[]> {
  return Object.fromEntries(tasks.map(({ task, problems }) => [task, problems.map(({ fault }) => fault)]));
}

test('every fault of a task is named', async () => {
  const judge =
    'grep -q 12 /workspace/total.txt # judges the total, and is no secret that may be handed out\n';
  const found = await check(
    suiteOf({
      good: { graders: EXACT },
      unsolved: { graders: EXACT, solve: '' },
      failing: { graders: EXACT, solve: 'echo 13 >total.txt\n' },
      broken: { graders: EXACT, solve: 'exit 3\n' },
      idle: { graders: `${EXACT}, ${IDLE}` },
      'always-passing': { graders: ALWAYS },
      undecidable: {
        graders: `${EXACT}, {kind: command-exit, title: breaks, command: "test -e total.txt || sleep 60", timeoutSeconds: 10}`,
      },
      flaky: {
        graders: `${EXACT}, {kind: command-exit, title: luck, command: "test $((10#$(date +%N) % 10)) = 0"}`,
      },
      // What only texts and files decide needs no solution, and takes no sandbox without one.
      named: { graders: EXACT, solve: '', prompt: 'Use Sum Sheets to write the total.' },
      unnamed: { graders: EXACT, solve: '', prompt: 'Sum what is in the sheets.' },
      repeated: {
        graders: EXACT,
        solve: '',
        prompt: 'Now read every sheet, add up its columns, round to cents.',
      },
      given: {
        graders: '{kind: text, title: the note, path: total.txt, equals: the total is twelve}',
        solve: 'echo the total is twelve >total.txt\n',
        prompt: 'Write that the total is twelve.',
      },
      same: { graders: `${EXACT}, ${EXACT}` },
      recited: {
        graders: '{kind: text, title: the note, path: total.txt, contains: [twelve]}',
        solve: 'echo it comes to twelve >total.txt\n',
        prompt: 'Write why it is not eleven but twelve.',
      },
      'hidden-part': {
        graders: '{kind: text, title: the note, path: total.txt, contains: [order 4711]}',
        solve: 'echo it was order 4711 >total.txt\n',
        prompt: 'Which order has the lowest price?',
        more: { 'workspace/blob': 'b3JkZXIgNDcxMQ==' },
      },
      solving: { graders: EXACT, solve: 'test $(($(date +%s%N) / 1000 % 10)) = 0 && echo 12 >total.txt' },
      json: {
        graders: '{kind: json-equals, title: the totals, path: t.json, equals: {total: 12, cents: [1, 2]}}',
        solve: 'echo \'{"cents": [1, 2], "total": 12}\' >t.json',
        prompt: '\'Write t.json: {"total": 12, "cents": [1, 2]}\'',
      },
      expected: {
        graders: '{kind: file-content, title: the table, path: out.txt, equalsFile: expected.txt}',
        solve: '',
        more: {
          'grade/expected.txt': 'twelve and a half\n',
          'workspace/old/expected.txt': 'twelve and a half\n',
        },
      },
      dead: {
        graders: `{kind: group, title: either, atLeast: 1, graders: [${EXACT}, {kind: command-exit, title: gone, command: python3 /grade/gone.py}]}`,
      },
      leaking: { graders: GREP, solve: '', more: { 'grade/judge.sh': judge, 'workspace/judge.sh': judge } },
    }),
  );
  const { flaky = [], solving = [], ...others } = faultsOf(found);
  expect(others).toEqual({
    good: [],
    unsolved: ['solution-missing'],
    failing: ['solution-fails'],
    broken: ['solution-fails'],
    idle: ['cannot-fail'],
    'always-passing': ['untouched-passes'],
    undecidable: ['undecidable'],
    named: ['solution-missing', 'prompt-names-skill'],
    unnamed: ['solution-missing'],
    repeated: ['solution-missing', 'prompt-repeats-skill'],
    given: ['prompt-holds-answer'],
    same: [],
    json: ['prompt-holds-answer'],
    recited: ['prompt-holds-answer'],
    'hidden-part': ['answer-within-reach'],
    expected: ['solution-missing', 'answer-within-reach'],
    dead: ['undecidable'],
    leaking: ['solution-missing', 'answer-within-reach'],
  });
  // Luck may fail the first proof, or a later one; that it fails none is one chance in a thousand.
  for (const [fault] of [flaky, solving]) expect(['flaky', 'solution-fails', 'undecidable']).toContain(fault);
  expect(found).toMatchObject({ verdict: 'faulty', proofs: 3 });
});

test('what a model alone decides is not proven, whatever its solution does', async () => {
  const rubric = '{kind: rubric, title: it is explained, criteria: [It explains the total.]}';
  const suite = suiteOf({
    alone: { graders: rubric, prompt: 'Explain the total.', solve: 'true\n' },
    exact: { graders: EXACT, prompt: 'Add up what is in there, please.' },
  });
  const { verdict, tasks, warnings } = await check(suite);
  expect(tasks.map(({ failsWrongWork }) => failsWrongWork)).toEqual([false, true]);
  expect(warnings.join('\n')).toMatch(/A model alone decides alone:/);
  expect(verdict).toBe('partly-proven');
  expect(await knownVerdict(await loadBenchmark(suite, { choice: { probes: [] } }))).toBe('partly-proven');
});

/** What a run of the suite says of it, with its own skill or with another one. */
async function verdictOf(suite: string, other?: SkillFolder): Promise<SuiteVerdict | null> {
  const benchmark = await loadBenchmark(suite, { choice: { probes: [] } });
  return await knownVerdict(other === undefined ? benchmark : { ...benchmark, skill: other });
}

test('a suite that was only said to be faulty for its size is not called proven by a run', async () => {
  const suite = suiteOf({ one: { graders: EXACT } });
  expect((await check(suite, { allowSmall: false })).verdict).toBe('faulty');
  expect(await verdictOf(suite)).toBe('faulty');
  expect((await check(suite)).verdict).toBe('proven');
  expect(await verdictOf(suite)).toBe('proven');
});

test('a suite is not proven for a skill from elsewhere that holds what is expected', async () => {
  const total = 'The total of the whole quarter is 1250.49, and that of the year is 5120.20.\n';
  const suite = suiteOf({
    one: {
      graders: '{kind: file-content, title: the totals are right, path: total.txt, equalsFile: total.txt}',
      solve: `printf '%s' '${total}' >total.txt\n`,
      more: { 'grade/total.txt': total },
    },
  });
  await check(suite);
  expect(await verdictOf(suite)).toBe('proven');
  const file = (path: string, text: string) => ({ path, content: Buffer.from(text), executable: false });
  const files = [file('SKILL.md', SKILL), file('assets/example.txt', total)];
  expect(await verdictOf(suite, { source: 'elsewhere', folder: null, files })).toBe('faulty');
});

test('a suite is small, has copies, or is checked already', async () => {
  const prompt = 'Add up all the prices in prices.txt and write the total into total.txt.';
  const suite = suiteOf({
    one: { graders: EXACT, prompt },
    two: { graders: EXACT, prompt: `${prompt} Thanks.` },
  });
  expect(await verdictOf(suite)).toBeNull();
  const first = await check(suite, { allowSmall: false });
  expect(first.problems.map(({ fault }) => fault)).toEqual(['too-few-tasks', 'near-copy']);
  expect(first.warnings).toEqual([
    '2 common tasks; scores are published with 8 or more.',
    '0 edge tasks; scores are published with 4 or more.',
  ]);
  expect(await verdictOf(suite)).toBe('faulty');
  const second = await check(suite);
  expect(second.checkedAt).toBe(first.checkedAt);
  expect(second.problems.map(({ fault }) => fault)).toEqual(['near-copy']);
  expect((await check(suite, { fresh: true })).checkedAt).not.toBe(first.checkedAt);
  chmodSync(join(suite, 'one/solution/solve.sh'), 0o755);
  expect(await verdictOf(suite)).toBeNull();
  chmodSync(join(suite, 'one/solution/solve.sh'), 0o644);
  expect(await verdictOf(suite)).toBe('faulty');
  writeFileSync(join(suite, 'one/workspace/prices.txt'), '5\n7\n');
  expect(await verdictOf(suite)).toBeNull();
});

test('how many tasks have to change is what exact exchanges of trials allow', () => {
  expect([1, 2, 3, 4, 5].map(tasksThatMustChange)).toEqual([6, 3, 2, 1, 1]);
});

test('an interrupted check ends, whatever is still to be tried', async () => {
  const tasks = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [id, { graders: EXACT }]));
  const stop = new AbortController();
  const told = { say: () => undefined, onTask: () => stop.abort() };
  const options = { suite: suiteOf(tasks), concurrency: 1, allowSmall: true, fresh: true };
  await expect(checkSuite(options, told, stop.signal)).rejects.toMatchObject({ code: 'INTERRUPTED' });
});

test('what was found with one image is not taken for what another of the same name shows', async () => {
  const suite = suiteOf({ unsolved: { graders: EXACT, solve: '' } });
  const { imageDigest } = await check(suite);
  const folder = join(process.env.ASSAY_STATE_DIR ?? '', 'suites');
  const kept = join(folder, readdirSync(folder)[0] ?? '');
  const other = { ...SuiteCheck.parse(JSON.parse(readFileSync(kept, 'utf8'))), checkedAt: LONG_AGO };
  writeFileSync(kept, JSON.stringify(other));
  expect((await check(suite)).checkedAt).toBe(LONG_AGO);
  writeFileSync(kept, JSON.stringify({ ...other, imageDigest: `sha256:${'0'.repeat(64)}` }));
  expect(await check(suite)).toMatchObject({ imageDigest, checkedAt: expect.not.stringMatching(LONG_AGO) });
});

const LONG_AGO = '2020-01-01T00:00:00.000Z';

test('a suite without its skill is refused, and a result that cannot be kept is shown all the same', async () => {
  const suite = suiteOf({ good: { graders: EXACT } });
  const state = temporaryFolder();
  writeFileSync(join(state, 'suites'), 'no folder');
  vi.stubEnv('ASSAY_STATE_DIR', state);
  const said: string[] = [];
  const options = { suite, concurrency: 1, allowSmall: true, fresh: false };
  const told = { say: (line: string) => said.push(line), onTask: () => undefined };
  expect(await checkSuite(options, told, AbortSignal.timeout(PATIENCE_MS))).toMatchObject({
    verdict: 'proven',
  });
  expect(said.at(-1)).toContain('could not be kept');
  rmSync(join(suite, 'skill/SKILL.md'));
  writeFileSync(join(suite, 'skill/more.md'), 'more');
  await expect(check(suite)).rejects.toMatchObject({ code: 'SKILL_INVALID' });
});

const GOOD: Task = { graders: EXACT };
const TASK_CALLED_SUM = `id: sum
level: edge
objective: Sums
prompt: Sum.
expected: A total.
graders: [${EXACT}]
`;

test.each<[string, Record<string, Task>, RegExp]>([
  [
    'a grader whose file is missing',
    { sum: { graders: '{kind: file-content, title: the table, path: out.txt, equalsFile: table.txt}' } },
    /sum\/task\.yaml: expected grade\/table\.txt for the grader "the table", found nothing there/,
  ],
  [
    'an unknown key',
    { sum: { graders: '{kind: file-content, title: the total, path: out.txt, equal: 12}' } },
    /sum\/task\.yaml:6:\d+: .*"graders\[0\]\.equal": unknown key/,
  ],
  [
    'a task with the id of another one',
    { sum: GOOD, 'sum-again': { ...GOOD, more: { 'task.yaml': TASK_CALLED_SUM } } },
    /sum-again\/task\.yaml:1:5: "id": expected sum-again, the name of its folder, found "sum"/,
  ],
  [
    'a file that is no part of an environment',
    { sum: { ...GOOD, more: { 'environment/tool.sh': 'true\n' } } },
    /sum\/environment\/tool\.sh: expected Dockerfile, requirements\.txt/,
  ],
])('%s is named with its place, before anything is built', async (_what, tasks, message) => {
  vi.stubEnv('DOCKER_HOST', 'unix:///nonexistent/docker.sock');
  await expect(check(suiteOf(tasks))).rejects.toMatchObject({ message: expect.stringMatching(message) });
});

test('an environment that cannot be built is named with its task and what went wrong', async () => {
  const own = { 'environment/files/usr/local/lib/assay/grade.py': 'print("passed")\n' };
  await expect(check(suiteOf({ good: GOOD, sum: { ...GOOD, more: own } }))).rejects.toMatchObject({
    code: 'IMAGE_BUILD_FAILED',
    message: expect.stringMatching(
      /task "sum" of suite "sums" could not be built: something changed the programs/,
    ),
  });
});
