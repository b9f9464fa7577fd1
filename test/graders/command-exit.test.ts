import { describe, expect, onTestFinished, test } from 'vitest';
import { CommandExitGrader } from '../../src/contracts/command-grader.ts';
import { commandExit } from '../../src/graders/command-exit.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { EMPTY_SPEC } from '../sandbox/docker-fixture.ts';
import { textFile } from '../sandbox/engine/conformance.ts';
import { contextOf } from './grading-context.ts';

async function judge(grader: object) {
  const spec = CommandExitGrader.parse({ kind: 'command-exit', title: 'It holds', ...grader });
  const openSandbox = async () => {
    const sandbox = await localEngine().create({ ...EMPTY_SPEC, files: [textFile('/workspace/a.txt', '')] });
    onTestFinished(() => sandbox[Symbol.asyncDispose]());
    return sandbox;
  };
  return await commandExit.grade(spec, await contextOf({ left: {}, openSandbox }));
}

const cases: [string, object, boolean, RegExp][] = [
  [
    'that exits with the expected code passes',
    { command: 'echo fine; exit 3', exitCode: 3 },
    true,
    /^exit code 3: fine$/,
  ],
  ['that exits with another code fails', { command: 'exit 1' }, false, /^exit code 1$/],
  ['that is missing fails', { command: './missing' }, false, /^exit code 127: .*No such file/],
  ['that cannot be executed fails', { command: './a.txt' }, false, /^exit code 126: .*Permission denied/],
  ['that is ended by a signal fails', { command: 'kill -9 $$' }, false, /^exit code/],
  [
    'that takes too long fails',
    { command: 'sleep 60', timeoutSeconds: 0.2 },
    false,
    /^did not end within 0.2 s$/,
  ],
];

test.each(cases)('a command %s', async (_, grader, passed, detail) => {
  expect(await judge(grader)).toMatchObject({ passed, detail: expect.stringMatching(detail) });
});

describe('a command over an untouched workspace is broken', () => {
  test('if it does not end, even if it ended over the solution', async () => {
    const { whyBroken } = await judge({ command: 'sleep 60', timeoutSeconds: 0.2 });
    expect([whyBroken(false), whyBroken(true)]).toEqual(Array(2).fill('it does not end by itself'));
  });

  test('if it reports that it cannot work, unless it passed the solution', async () => {
    const { whyBroken } = await judge({ command: 'no-such-checker' });
    expect([whyBroken(false), whyBroken(true)]).toEqual(['it cannot do its work', null]);
  });
});

test('a command that only rejects an untouched workspace is not broken', async () => {
  const { whyBroken } = await judge({ command: 'exit 1' });
  expect([whyBroken(false), whyBroken(true)]).toEqual([null, null]);
});
