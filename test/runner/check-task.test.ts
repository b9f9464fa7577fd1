import { expect, test } from 'vitest';
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
  expect(check).toMatchObject({ problems: [], weak: [], mutants: { tried: 5, failed: 5 } });
  expect(most()).toBe(3);
});
