import { describe, expect, test } from 'vitest';
import { RewardGrader } from '../../src/contracts/command-grader.ts';
import { reward } from '../../src/graders/reward.ts';
import type { CommandResult } from '../../src/sandbox/sandbox.ts';
import { PATIENCE_SECONDS } from '../fixtures/patience.ts';
import { answering } from './fixed-answers.ts';
import { gradingInDocker } from './grading.ts';
import { contextOf } from './grading-context.ts';
import { gradingInOneSandbox } from './one-sandbox.ts';

const { judgeBy, judgeLeft } = gradingInDocker();
const { contextAfter } = gradingInOneSandbox();

function specOf(fields: object): RewardGrader {
  return RewardGrader.parse({
    ...{ kind: 'reward', title: 'the reward', command: 'bash /grade/test.sh' },
    ...{ timeoutSeconds: PATIENCE_SECONDS, ...fields },
  });
}

/** As verifiers are usually written: a folder that is made if it is not there, and an exit code of its own. */
const VERIFIER = `mkdir -p /logs/verifier
if [ "$(as-agent timeout 20 python3 double.py <<<21)" = 42 ]; then echo 1; else echo 0; fi >/logs/verifier/reward.txt
exit 1
`;

async function verdictOn(program: string, fields: object = {}) {
  const situation = { workspace: { 'double.py': program }, grade: { 'test.sh': VERIFIER } };
  const [verdict] = await judgeBy([specOf(fields)], situation);
  return verdict;
}

describe('a verifier decides by the reward that it writes', () => {
  test('whatever its exit code is', async () => {
    expect(await verdictOn('print(2 * int(input()))')).toMatchObject({
      passed: true,
      detail: 'reward.txt is 1, at least 1',
    });
    expect(await verdictOn('print(1)')).toMatchObject({
      passed: false,
      detail: 'reward.txt is 0, below 1',
    });
  });

  const cases: [string, string, object, boolean, string][] = [
    [
      'part of it is enough',
      'echo 0.5 >reward.txt',
      { threshold: 0.5 },
      true,
      'reward.txt is 0.5, at least 0.5',
    ],
    ['less is not', 'echo 0.49 >reward.txt', { threshold: 0.5 }, false, 'reward.txt is 0.49, below 0.5'],
    ['the lowest metric decides', `echo '{"a":1,"b":0.2}' >reward.json`, {}, false, 'b is 0.2, below 1'],
    [
      'one metric decides',
      `echo '{"a":1,"b":0.2}' >reward.json`,
      { metric: 'a' },
      true,
      'a is 1, at least 1',
    ],
    [
      'there is none',
      'echo hello; exit 4',
      {},
      false,
      'no reward.txt or reward.json was written; exit code 4: hello',
    ],
    [
      'it is not a number',
      'echo NaN >reward.txt',
      {},
      false,
      'reward.txt is not a number: "NaN"; exit code 0',
    ],
    ['it is a folder', 'mkdir reward.txt', {}, false, '/logs/verifier/reward.txt is not a file; exit code 0'],
    ['it is a pipe', 'mkfifo reward.txt', {}, false, '/logs/verifier/reward.txt is not a file; exit code 0'],
    [
      'it is a link',
      'ln -s ~/reward.txt reward.txt',
      {},
      false,
      '/logs/verifier/reward.txt cannot be read: Too many levels of symbolic links; exit code 0',
    ],
    [
      'it is too long',
      'seq 100000 >reward.txt',
      {},
      false,
      '/logs/verifier/reward.txt has more than 64 KiB; exit code 0',
    ],
  ];

  test.each(cases)('%s', async (_, command, fields, passed, detail) => {
    const spec = specOf({ command: `cd /logs/verifier; ${command}`, ...fields });
    const context = await contextAfter('rm -rf /logs/verifier/*; echo 1 >~/reward.txt');
    const judged = await reward.grade(spec, context);
    expect(judged).toMatchObject({ passed, detail });
    expect(judged.isNoVerdict === true).toBe(!/^\S+ is [\d.]+, /.test(detail));
  });
});

const WRITE = `
import os
for path in ["/logs/verifier/reward.txt", "/logs/verifier/reward.json", "/logs/reward.txt"]:
  try: open(path, "w").write("1")
  except OSError: pass
try: os.rename("/logs/verifier", "/logs/old")
except OSError: pass
`;

describe('no program under test can write the reward, even if it', () => {
  const NONE = /^no reward.txt or reward.json was written/;
  const cases: [string, string, string, RegExp][] = [
    ['writes it before the verifier does', WRITE, 'bash /grade/test.sh', /^reward.txt is 0, below 1$/],
    ['is the last to run', WRITE, 'as-agent python3 double.py', NONE],
    [
      'stays behind',
      `import os, time\nif os.fork() == 0:\n  os.setsid()\n  while True:\n    ${WRITE.trim().replaceAll('\n', '\n    ')}`,
      'as-agent python3 double.py; sleep 1',
      NONE,
    ],
    ['ends everything', 'import os\nos.kill(-1, 9)', 'bash /grade/test.sh', /^reward.txt is 0, below 1$/],
  ];

  test.each(cases)('%s', async (_, program, command, detail) => {
    expect(await verdictOn(program, { command })).toMatchObject({
      passed: false,
      detail: expect.stringMatching(detail),
    });
  });

  test('leaves one where it works', async () => {
    const leave =
      'mkdir -p logs/verifier ~/verifier; echo 1 | tee reward.txt logs/verifier/reward.txt ~/verifier/reward.txt';
    const [verdict] = await judgeLeft(leave, [specOf({ command: 'true' })]);
    expect(verdict).toMatchObject({ passed: false, detail: expect.stringMatching(NONE) });
  });
});

test('the folder is the grader’s alone', async () => {
  const look = 'stat -c "%U %a" /logs/verifier; as-agent ls /logs/verifier 2>&1; as-agent touch /logs/x 2>&1';
  const [verdict] = await judgeBy([specOf({ command: look })], {});
  expect(verdict?.detail).toMatch(/grader 700\nls: .*Permission denied\ntouch: .*(?:Read-only|Permission)/);
});

describe('over an untouched workspace', () => {
  async function judge(...ends: readonly Partial<CommandResult>[]) {
    return await reward.grade(specOf({}), await contextOf({ left: {}, openSandbox: answering(...ends) }));
  }
  const NO_FILES = '{"reward.txt":null,"reward.json":null}';

  test('a verifier is broken that does not end, or that cannot work', async () => {
    expect((await judge({ exitCode: null, timedOut: true })).whyBroken(true)).toBe(
      'it does not end by itself',
    );
    const stderr = '/bin/bash: line 1: uvx: command not found\n';
    const lacking = await judge({ exitCode: 127, stderr }, { stdout: NO_FILES });
    expect([lacking.whyBroken(false), lacking.whyBroken(true)]).toEqual(['it cannot do its work', null]);
  });

  test('a low reward is a wrong answer', async () => {
    const low = await judge({ exitCode: 1 }, { stdout: '{"reward.txt":"0","reward.json":null}' });
    expect([low.passed, low.whyBroken(false)]).toEqual([false, null]);
  });

  test.each(['', '{"reward.txt":1}', '{"reward.txt":"1"'])(
    'what the reader did not print, %j, is a wrong answer',
    async (stdout) => {
      expect(await judge({}, { stdout })).toMatchObject({
        passed: false,
        detail: '/logs/verifier cannot be read as a whole; exit code 0',
      });
    },
  );
});
