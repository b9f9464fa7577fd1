import { describe, expect, test } from 'vitest';
import { Verdict } from '../../src/contracts/grade.ts';
import { WORKSPACE } from '../../src/contracts/sandbox-places.ts';
import { GRADE_DIR } from '../../src/graders/grade-dir.ts';
import { gradeWorkspace } from '../../src/graders/grade-workspace.ts';
import { copyOfFiles } from '../../src/graders/workspace-copy.ts';
import type { SandboxSpec } from '../../src/sandbox/sandbox.ts';
import { parseTask } from '../../src/suites/parse-task.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { textFile } from '../sandbox/engine/conformance.ts';

const SPEC: SandboxSpec = {
  purpose: 'grade:test',
  grader: true,
  files: [textFile(`${WORKSPACE}/out/a.txt`, 'one\ntwo\n')],
  env: {},
  mounts: [{ root: GRADE_DIR, files: [textFile(`${GRADE_DIR}/same.txt`, 'one\ntwo\n')] }],
};

function gradersOf(...graders: object[]) {
  const titled = graders.map((grader) => ({ title: 'It holds', ...grader }));
  const task = { id: 't', level: 'common', objective: 'o', prompt: 'p', expected: 'e', graders: titled };
  return parseTask(JSON.stringify(task), 't/task.yaml').graders;
}

async function judge(...graders: object[]) {
  const engine = localEngine();
  await using sandboxes = new AsyncDisposableStack();
  let opened = 0;
  const open = async () => {
    opened += 1;
    return sandboxes.use(await engine.create(SPEC));
  };
  const judgements = await gradeWorkspace(
    { graders: gradersOf(...graders), spec: SPEC, original: copyOfFiles(SPEC.files).original },
    open,
    AbortSignal.any([]),
  );
  return { verdicts: judgements.map(({ verdict }) => verdict), opened };
}

describe('a command', () => {
  const cases: [string, object, boolean, RegExp][] = [
    [
      'that exits as expected passes',
      { command: 'echo fine; exit 3', exitCode: 3 },
      true,
      /^exit code 3: fine$/,
    ],
    ['that exits otherwise fails', { command: 'exit 1' }, false, /^exit code 1$/],
    ['that is missing fails', { command: './missing' }, false, /^exit code 127: .*No such file/],
    [
      'that cannot be executed fails',
      { command: './out/a.txt' },
      false,
      /^exit code 126: .*Permission denied/,
    ],
    ['that is ended by a signal fails', { command: 'kill -9 $$' }, false, /^exit code/],
    [
      'that takes too long fails',
      { command: 'sleep 60', timeoutSeconds: 0.2 },
      false,
      /^did not end within 0.2 s$/,
    ],
  ];

  test.each(cases)('%s', async (_, grader, passed, detail) => {
    const { verdicts } = await judge({ kind: 'command-exit', ...grader });
    expect(verdicts).toMatchObject([{ title: 'It holds', passed, detail: expect.stringMatching(detail) }]);
  });

  test('finds nothing of what an earlier one left', async () => {
    const { verdicts, opened } = await judge(
      { kind: 'command-exit', command: 'echo changed >out/a.txt' },
      { kind: 'command-exit', command: 'cmp out/a.txt /grade/same.txt' },
    );
    expect(verdicts.map(({ passed }) => passed)).toEqual([true, true]);
    expect(opened).toBe(2);
  });
});

describe('a file', () => {
  const cases: [string, object, boolean, string][] = [
    [
      'with the bytes of a grading file passes',
      { path: './out//a.txt', equalsFile: 'same.txt' },
      true,
      'as expected',
    ],
    ['with other bytes fails', { path: 'out/a.txt', equals: 'one\n2\n' }, false, 'first in line 2'],
    ['that matches passes', { path: 'out/a.txt', matches: '^two$' }, true, 'matches'],
    ['that is missing fails', { path: 'out/b.txt', matches: '.' }, false, 'does not exist'],
    ['that must be absent and is passes', { path: 'out/b.txt', absent: true }, true, 'absent'],
    ['that must be absent and is not fails', { path: 'out/a.txt', absent: true }, false, 'exists'],
  ];

  test.each(cases)('%s, without a sandbox', async (_, grader, passed, detail) => {
    const { verdicts, opened } = await judge({ kind: 'file-content', ...grader });
    expect(verdicts).toMatchObject([{ title: 'It holds', passed, detail: expect.stringContaining(detail) }]);
    expect(opened).toBe(0);
  });
});

test('a verdict on a file with other content shows what differs', async () => {
  const { verdicts } = await judge({ kind: 'file-content', path: 'out/a.txt', equals: 'one\n2\n' });
  expect(verdicts[0]?.difference).toEqual({
    kind: 'lines',
    isWhole: true,
    lines: [
      { side: 'expected', line: 2, text: '2' },
      { side: 'found', line: 2, text: 'two' },
    ],
  });
});

test('a verdict of before there were differences can still be read', () => {
  expect(Verdict.parse({ title: 't', passed: false, detail: 'd' }).difference).toBeNull();
});

test('an expected file that the suite does not hold is no wrong answer', async () => {
  const grader = { kind: 'file-content', path: 'out/a.txt', equalsFile: 'lost.txt' };
  await expect(judge(grader)).rejects.toMatchObject({
    code: 'GRADER_FAILED',
    message: expect.stringMatching(/lost\.txt/),
  });
});
