import { describe, expect, test } from 'vitest';
import { suiteVerdict } from '../../src/contracts/suite-check.ts';
import { Task } from '../../src/contracts/task.ts';
import { checkTasks } from '../../src/runner/check-task.ts';
import type { TaskSubject } from '../../src/runner/trial-subject.ts';
import type { SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { parseTask } from '../../src/suites/read-task-folder.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { judgingHere } from '../fixtures/judging-here.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';

/** Counts the sandboxes that are open at the same time. */
function countingEngine(): { engine: SandboxEngine; most: () => number } {
  const engine = localEngine();
  let [open, most] = [0, 0];
  const create: SandboxEngine['create'] = async (spec, signal) => {
    open += 1;
    most = Math.max(most, open);
    const sandbox = await engine.create(spec, signal);
    const dispose = sandbox[Symbol.asyncDispose].bind(sandbox);
    sandbox[Symbol.asyncDispose] = async () => {
      await dispose();
      open -= 1;
    };
    return sandbox;
  };
  return { engine: { ...engine, create }, most: () => most };
}

function file(path: string, text: string) {
  return { path, executable: false, content: Buffer.from(text) };
}

/** A task with a table that a grader is already content with, until the user sends another one. */
function tableThatIsReplaced(turn: object): TaskSubject {
  const grader = { kind: 'command-exit', title: 'No row lacks a price', command: "! grep -q ',$' list.csv" };
  const about = { id: 't', level: 'common', objective: 'o', prompt: 'p', expected: 'e', graders: [grader] };
  const task = { ...about, turns: [{ say: 'Here is the second list.', files: 'second', ...turn }] };
  return {
    ...{ kind: 'task', task: Task.parse(task), script: null },
    ...{ workspace: [file('list.csv', 'tea,4\n')], grade: [] },
    arrivals: [{ name: 'second', files: [file('list.csv', 'tea,\n')] }],
  };
}

test.each([
  ['only if they are asked for', { when: 'second list' }, ['untouched-passes']],
  ['in any case', {}, []],
])(
  'a workspace that passes until other files arrive is a fault if these come %s',
  async (_, turn, faults) => {
    const solution = { files: [file('solve.sh', 'echo tea,4 >list.csv\n')], timeoutSeconds: 20 };
    const engine = localEngine();
    const [check] = await checkTasks(
      [{ subject: tableThatIsReplaced(turn), solution }],
      { proofs: 1, concurrency: 2, onTask: () => undefined },
      { engine, contents: judgingHere, witness: engine.callWitness() },
      AbortSignal.timeout(PATIENCE_MS),
    );
    expect(check?.problems.map(({ fault }) => fault)).toEqual(faults);
  },
);

test('a workspace that passes only if one of two files is asked for is a fault', async () => {
  const here = localEngine();
  const subject = tableThatIsReplaced({ when: 'second list' });
  const third = { when: 'third list', say: 'Here is the third list.', files: 'third' };
  const turns = [...(subject.task.turns ?? []), third];
  const arriving = (name: string, text: string) => ({ name, files: [file('list.csv', text)] });
  const [check] = await checkTasks(
    [
      {
        subject: {
          ...{ ...subject, task: { ...subject.task, turns }, workspace: [file('list.csv', 'tea,\n')] },
          arrivals: [arriving('second', 'tea,4\n'), arriving('third', 'tea,\n')],
        },
        solution: { files: [file('solve.sh', 'echo tea,4 >list.csv\n')], timeoutSeconds: 20 },
      },
    ],
    { proofs: 1, concurrency: 2, onTask: () => undefined },
    { engine: here, contents: judgingHere, witness: here.callWitness() },
    AbortSignal.timeout(PATIENCE_MS),
  );
  expect(check?.problems.map(({ fault }) => fault)).toEqual(['untouched-passes']);
});

test('the wrong versions of a single task are tried at the same time, and no more than are allowed', async () => {
  const grader = { kind: 'command-exit', title: 'It is right', command: 'grep -qx 12 total.txt' };
  const task = { id: 't', level: 'common', objective: 'o', prompt: 'p', expected: 'e', graders: [grader] };
  const subject: TaskSubject = {
    ...{ kind: 'task', task: parseTask(JSON.stringify(task), 't/task.yaml'), script: null },
    ...{ workspace: [file('prices.txt', '4\n8\n')], grade: [] },
  };
  const solution = { files: [file('solve.sh', 'echo 12 >total.txt\n')], timeoutSeconds: 20 };
  const { engine, most } = countingEngine();
  const [check] = await checkTasks(
    [{ subject, solution }],
    { proofs: 3, concurrency: 3, onTask: () => undefined },
    { engine, contents: judgingHere, witness: engine.callWitness() },
    AbortSignal.timeout(PATIENCE_MS),
  );
  expect(check).toMatchObject({ problems: [], weak: [], mutants: { tried: 12, failed: 12 } });
  expect(most()).toBe(3);
});

type Written = {
  prompt: string;
  graders: object[];
  solve?: string;
  answer?: string;
  level?: string;
  schema?: string;
};

/** Checks a task whose solution writes a file, as far as it does not say otherwise. */
async function checkOf(written: Written) {
  const { prompt, graders, solve = 'echo 12 >total.txt', answer, level = 'common', schema = '' } = written;
  const task = { id: 't', objective: 'o', prompt, expected: 'e', level, graders };
  const subject: TaskSubject = {
    ...{ kind: 'task', task: Task.parse(task), script: null },
    ...{ workspace: [file('prices.txt', '4\n8\n')], grade: [file('schema.json', schema)] },
  };
  const answers = answer === undefined ? [] : [file('answer.txt', answer)];
  const solution = { files: [file('solve.sh', `${solve}\n`), ...answers], timeoutSeconds: 20 };
  const engine = localEngine();
  const [check] = await checkTasks(
    [{ subject, solution }],
    { proofs: 1, concurrency: 2, onTask: () => undefined },
    { engine, contents: judgingHere, witness: engine.callWitness() },
    AbortSignal.timeout(PATIENCE_MS),
  );
  if (check === undefined) throw new Error('the task was not checked');
  return check;
}

const SAYS = { kind: 'text', title: 'It says the total', path: 'note.md' };
const NOTE = "echo 'Total: 1,260.49, from two shops' >note.md";

test.each<[string, Written]>([
  [
    'texts that the prompt has',
    {
      prompt: 'Write note.md. It says "Total: 1,260.49", and two shops.',
      graders: [{ ...SAYS, contains: ['1,260.49', 'two shops'] }],
      solve: NOTE,
    },
  ],
  [
    'a pattern for a whole line that the prompt quotes',
    {
      prompt: 'The last line of note.md has to be `Total: 1,260.49, from two shops`, nothing else.',
      graders: [{ ...SAYS, matches: ['^Total: [\\d,.]+, from two shops$'] }],
      solve: NOTE,
    },
  ],
  [
    'a command over what the prompt has',
    {
      prompt: 'Write the note about 1,260.49 into note.md.',
      graders: [{ kind: 'command-exit', title: 'It is right', command: "grep -q '1,260.49' note.md" }],
      solve: NOTE,
    },
  ],
  [
    'an answer that the prompt has',
    {
      prompt: 'Is the total 1,260.49 or not?',
      graders: [{ kind: 'answer', title: 'It is', contains: ['1,260.49'] }],
      answer: 'Yes, it is 1,260.49.',
      solve: 'true',
    },
  ],
  [
    'a file that the prompt holds in fences',
    {
      prompt: 'Write total.json, like this:\n```json\n{"total": 1260.49, "on": "today"}\n```\nThanks.',
      graders: [
        {
          ...{ kind: 'json-equals', title: 'It is right', path: 'total.json' },
          ...{ equals: { total: 1260.49, on: '' }, ignore: ['/on'] },
        },
      ],
      solve: 'echo \'{"on": "Monday", "total": 1260.49}\' >total.json',
    },
  ],
])('%s: who only repeats it passes, so that the task is faulty', async (_what, written) => {
  const { problems } = await checkOf(written);
  expect(problems).toMatchObject([{ fault: 'prompt-holds-answer' }]);
  expect(problems[0]?.detail).toContain('only repeats the prompt');
});

test.each<[string, Written]>([
  [
    'of several texts one is not in the prompt',
    {
      prompt: 'Write the Total into note.md, and from how many shops.',
      graders: [{ ...SAYS, contains: ['Total', '1,260.49', 'shops'] }],
      solve: NOTE,
    },
  ],
  [
    'the other choices must not be there',
    {
      prompt: 'Write APPROVED or REJECTED into total.txt.',
      graders: [{ ...SAYS, path: 'total.txt', contains: ['REJECTED'], lacks: ['APPROVED'] }],
      solve: 'echo REJECTED >total.txt',
    },
  ],
  [
    'a file that the prompt speaks of has to stay away',
    {
      level: 'edge',
      prompt: 'Write total.txt, or in why.txt that the currencies are mixed.',
      graders: [
        { ...SAYS, path: 'why.txt', contains: ['mixed'] },
        { kind: 'file-content', title: 'no total', path: 'total.txt', absent: true },
      ],
      solve: 'echo mixed >why.txt',
    },
  ],
])('what the prompt names is no fault where %s', async (_what, written) => {
  const check = await checkOf(written);
  expect(check).toMatchObject({ problems: [], failsWrongWork: true });
});

test('a task is not proven by graders that any content passes, though nothing at all fails', async () => {
  const there = { kind: 'command-exit', title: 'A total is there', command: 'test -s total.txt' };
  const check = await checkOf({ prompt: 'Write the total.', graders: [there] });
  expect(check).toMatchObject({ problems: [], failsWrongWork: false });
  expect(check.weak).toContain('everything that the solution makes has unrelated words');
});

test.each<[string, Written]>([
  [
    'any content, as long as no other file is made',
    {
      prompt: 'Write the total into total.txt, and no copy into copy.txt.',
      graders: [
        { ...SAYS, path: 'total.txt', lacks: ['unknown'] },
        { kind: 'command-exit', title: 'no copy', command: 'test ! -e copy.txt' },
      ],
    },
  ],
  [
    'whatever was done, as long as the inputs are still there',
    {
      prompt: 'Make a folder for the totals.',
      graders: [
        { kind: 'command-exit', title: 'It is there', command: 'test -d totals && test -s prices.txt' },
      ],
      solve: 'mkdir totals',
    },
  ],
])('a task whose graders pass %s is not proven', async (_what, written) => {
  expect(await checkOf(written)).toMatchObject({ problems: [], failsWrongWork: false });
});

const TOTAL = { title: 'the total', path: 'total.txt' };
const JSON_FILE = { title: 'the totals', path: 'totals.json' };
const COMMAND = { kind: 'command-exit', title: 'it is right' };
const WRITE_JSON = 'echo \'{"total": 12}\' >totals.json';

test.each<[string, Written]>([
  [
    'an empty file',
    {
      prompt: 'Write what the total is on Monday into total.txt.',
      graders: [{ ...TOTAL, kind: 'text', lacks: ['on Monday', 'anything', 'relation'] }],
    },
  ],
  [
    'an empty answer',
    {
      prompt: 'Say what the total is on Monday.',
      graders: [{ kind: 'answer', title: 'It is', lacks: ['on Monday', 'anything', 'relation'] }],
      answer: 'It is twelve.',
      solve: 'true',
    },
  ],
  [
    'any short text',
    {
      prompt: 'Write the total, as short as possible.',
      graders: [{ ...TOTAL, kind: 'file-content', matches: '(?s)^.{1,30}$' }],
    },
  ],
  [
    'any long text',
    {
      prompt: 'Write at length how the total came about.',
      graders: [{ ...COMMAND, command: 'test "$(wc -w <total.txt)" -gt 150' }],
      solve: 'seq 200 >total.txt',
    },
  ],
  [
    'any text that lacks some words',
    {
      prompt: 'Write the total, and do not say that it is left over.',
      graders: [{ ...TOTAL, kind: 'text', matches: ['\\w'], lacks: ['left over', 'no relation'] }],
    },
  ],
  [
    'any JSON',
    {
      prompt: 'Write the totals.',
      graders: [{ ...JSON_FILE, kind: 'json-schema', schemaFile: 'schema.json' }],
      schema: '{}',
      solve: WRITE_JSON,
    },
  ],
  [
    'any JSON of one type, in a file of any name',
    {
      prompt: 'Write the totals.',
      graders: [{ ...JSON_FILE, kind: 'json-schema', path: 'totals', schemaFile: 'schema.json' }],
      schema: '{"type": "array"}',
      solve: 'echo "[12]" >totals',
    },
  ],
  [
    'any JSON, as a command sees it',
    {
      prompt: 'Write the totals.',
      graders: [{ ...COMMAND, command: 'python3 -m json.tool totals.json' }],
      solve: WRITE_JSON,
    },
  ],
  [
    'any table',
    {
      prompt: 'Write the totals.',
      graders: [{ ...COMMAND, command: "grep -q '^[^ ,]*,[^ ,]*$' totals.csv" }],
      solve: 'printf "sku,total\\na,12\\n" >totals.csv',
    },
  ],
  [
    'a word that the prompt quotes, byte for byte',
    {
      prompt: 'The file total.txt must hold exactly the word `green`.',
      graders: [{ ...TOTAL, kind: 'file-content', equals: 'green\n' }],
      solve: 'echo green >total.txt',
    },
  ],
  [
    'a word that the prompt quotes, without a line break',
    {
      prompt: 'The file total.txt must hold exactly the word "green".',
      graders: [{ ...TOTAL, kind: 'file-content', equals: 'green' }],
      solve: 'printf green >total.txt',
    },
  ],
  [
    'a word that the prompt quotes, as an answer',
    {
      prompt: 'Answer with “green”.',
      graders: [{ kind: 'answer', title: 'It is', equals: 'green' }],
      answer: 'green',
      solve: 'true',
    },
  ],
])('a task that takes %s is not proven', async (_what, written) => {
  const check = await checkOf(written);
  expect(check).toMatchObject({ problems: [], failsWrongWork: false });
  expect(check.weak.some((what) => what.startsWith('everything that'))).toBe(true);
});

test('a solution that leaves nothing but an empty file is not its own wrong version', async () => {
  const check = await checkOf({
    prompt: 'Empty the list of totals.',
    graders: [{ ...TOTAL, kind: 'file-content', equals: '' }],
    solve: ': >total.txt',
  });
  expect(check).toMatchObject({ problems: [], weak: [], failsWrongWork: true });
});

test('work that only repeats the inputs is a weak check', async () => {
  const found = { ...SAYS, path: 'total.txt', contains: ['8'] };
  const check = await checkOf({
    prompt: 'What is the highest price?',
    graders: [found],
    solve: 'echo 8 >total.txt',
  });
  expect(check.weak).toContain('everything that is to be made repeats all that was said and given');
  expect(check).toMatchObject({ problems: [], failsWrongWork: true });
});

const EXACT = { kind: 'file-content', title: 'the total is right', path: 'total.txt', equals: '12\n' };
const RUBRIC = { kind: 'rubric', title: 'it is explained', criteria: ['It explains the total.'] };

test('what is wrong and passes all the same is listed with what was changed', async () => {
  const there = { kind: 'file-content', title: 'a total is there', path: 'total.txt', matches: '[0-9]' };
  const check = await checkOf({ prompt: 'Do what it asks.', graders: [there] });
  expect(check).toMatchObject({
    problems: [],
    weak: [
      'total.txt is cut in half',
      'total.txt is a copy of prices.txt',
      'total.txt has "12" changed to "22" in line 1',
      'everything that is to be made repeats all that was said and given',
    ],
    mutants: { tried: 12, failed: 8 },
  });
  expect(suiteVerdict({ problems: [], tasks: [check] })).toBe('proven');
});

describe('a rubric is neither proven nor a fault, and the graders beside it are tried:', () => {
  test('alone', async () => {
    expect(await checkOf({ prompt: 'Explain the total.', graders: [RUBRIC] })).toMatchObject({
      ...{ problems: [], mutants: { tried: 0 }, weak: [], failsWrongWork: false },
    });
  });

  test('beside an exact grader', async () => {
    const { mutants, ...check } = await checkOf({
      prompt: 'Add up what is in there, please.',
      graders: [EXACT, RUBRIC],
    });
    expect(check).toMatchObject({ problems: [], weak: [], failsWrongWork: true });
    expect(mutants.tried).toBeGreaterThan(3);
  });

  test('in a group that it may decide', async () => {
    const either = { kind: 'group', title: 'either', atLeast: 1, graders: [EXACT, RUBRIC] };
    expect(await checkOf({ prompt: 'How much do all of these cost?', graders: [either] })).toMatchObject({
      ...{ problems: [], mutants: { tried: 0 }, weak: [], failsWrongWork: false },
    });
  });

  test('beside a grader that passes where nothing is done', async () => {
    const unmoved = { kind: 'file-content', title: 'the prices are there', path: 'prices.txt', matches: '.' };
    const { weak } = await checkOf({
      prompt: 'Leave the prices alone and say why.',
      graders: [unmoved, RUBRIC],
    });
    expect(weak).toContain('nothing is done');
  });
});

test('a task that passes whatever is done is not proven, though doing nothing fails', async () => {
  const check = await checkOf({
    prompt: 'Do what say asks.',
    graders: [{ kind: 'answer', title: 'nothing is made up', lacks: ['eleven'] }],
    solve: 'true',
    answer: 'It is twelve.\n',
  });
  expect(check).toMatchObject({ problems: [], mutants: { tried: 12, failed: 0 }, failsWrongWork: false });
  expect(suiteVerdict({ problems: [], tasks: [check] })).toBe('unproven');
});

describe('what is not to be made', () => {
  const ABSENT = { kind: 'file-content', title: 'no total', path: 'total.txt', absent: true };
  const REASON = { kind: 'file-content', title: 'the reason is there', path: 'why.txt' };
  const SOLVE = 'echo mixed currencies >why.txt';

  test('fails a task that is to be refused where the work is done anyway', async () => {
    const graders = [ABSENT, { ...REASON, matches: 'mixed' }];
    expect(await checkOf({ prompt: 'Do what refuse asks.', graders, solve: SOLVE })).toMatchObject({
      ...{ problems: [], mutants: { failed: 12 } },
    });
  });

  test('and passes all the same makes an edge case faulty, and no common task', async () => {
    const said = { ...REASON, matches: 'mixed currencies' };
    const prompt = 'Write total.txt. If the currencies are mixed, do not, and say so in why.txt.';
    const problemsOf = async (more: Pick<Written, 'graders' | 'level'>) =>
      (await checkOf({ prompt, solve: SOLVE, ...more })).problems;
    expect(await problemsOf({ level: 'edge', graders: [said] })).toEqual([
      {
        fault: 'done-anyway',
        detail: expect.stringContaining('total.txt, which the solution does not make, is there'),
      },
    ]);
    expect(await problemsOf({ level: 'edge', graders: [said, ABSENT] })).toEqual([]);
    expect(await problemsOf({ graders: [said] })).toEqual([]);
  });
});

test.each([
  ['decide', 'grep -qx 12 total.txt', 20, 'solution-fails', 'does not pass'],
  ['are not done in time', 'sleep 60', 1, 'undecidable', 'comes to no verdict on'],
])('graders that %s over a wrong solution', async (_, command, timeoutSeconds, fault, words) => {
  const exact = { kind: 'command-exit', title: 'It is right', command, timeoutSeconds };
  const either = { kind: 'group', title: 'either', atLeast: 1, graders: [exact, exact] };
  const { problems } = await checkOf({ prompt: 'p', graders: [either], solve: 'echo 13 >total.txt' });
  expect(problems).toEqual([{ fault, detail: expect.stringContaining(words) }]);
});
