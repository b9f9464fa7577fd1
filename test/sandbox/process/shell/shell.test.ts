import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeFrame, type Frame, frameReader } from '../../../../src/sandbox/bytes/frames.ts';
import { SHELL_FRAME, Shell } from '../../../../src/sandbox/process/shell/shell.ts';
import type { ProcessRequest } from '../../../../src/sandbox/start-process.ts';

const REQUEST: ProcessRequest = { argv: ['true'], cwd: '/', env: {}, seconds: 1, maxOutputBytes: 4 };
const NEVER = new AbortController().signal;

function inOrder(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}

/** A shell whose other end is the test. */
function openShell(ends: { drawId?: () => number } = { drawId: inOrder() }) {
  const sent: Frame[] = [];
  const read = frameReader((frame) => sent.push(frame));
  let isClosed = false;
  const shell = new Shell({
    ...ends,
    send: (bytes) => read(bytes),
    close: () => {
      isClosed = true;
    },
  });
  const answer = (type: number, id: number, payload: unknown) =>
    shell.receive(
      encodeFrame(type, id, Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))),
    );
  return { shell, sent, answer, isClosed: () => isClosed };
}

const EXIT = { exitCode: 3, timedOut: false, truncated: false };

test('a process returns its output and its end, whatever else runs at the same time', async () => {
  const { shell, answer } = openShell();
  const runs = [shell.run(REQUEST, NEVER), shell.run(REQUEST, NEVER)];
  answer(SHELL_FRAME.stdout, 2, 'two');
  answer(SHELL_FRAME.stdout, 1, 'one');
  answer(SHELL_FRAME.stderr, 1, 'err');
  answer(SHELL_FRAME.exit, 2, { ...EXIT, exitCode: 4 });
  answer(SHELL_FRAME.exit, 1, EXIT);
  const [first, second] = await Promise.all(runs);
  expect(first).toMatchObject({ end: { kind: 'exited', exitCode: 3 } });
  expect([`${first?.stdout}`, `${first?.stderr}`, `${second?.stdout}`]).toEqual(['one', 'err', 'two']);
});

test('input is sent along, followed by its end', () => {
  const { shell, sent } = openShell();
  void shell.run({ ...REQUEST, stdin: Buffer.alloc(100_000) }, NEVER);
  expect(sent.map(({ type, payload }) => [type, type === SHELL_FRAME.stdin ? payload.length : null])).toEqual(
    [
      [SHELL_FRAME.start, null],
      [SHELL_FRAME.stdin, 65_536],
      [SHELL_FRAME.stdin, 34_464],
      [SHELL_FRAME.stdin, 0],
    ],
  );
});

test('each output of a process may be as long as requested', async () => {
  const { shell, answer } = openShell();
  const running = shell.run(REQUEST, NEVER);
  answer(SHELL_FRAME.stdout, 1, 'xxx');
  answer(SHELL_FRAME.stderr, 1, 'yyyy');
  answer(SHELL_FRAME.stdout, 1, 'x');
  answer(SHELL_FRAME.exit, 1, { ...EXIT, truncated: true });
  const { stdout, stderr, isTruncated } = await running;
  expect([`${stdout}`, `${stderr}`, isTruncated]).toEqual(['xxxx', 'yyyy', true]);
});

test('no more output is kept than requested, and the first byte beyond that is a violation', async () => {
  const { shell, answer } = openShell();
  const running = shell.run(REQUEST, NEVER);
  answer(SHELL_FRAME.stdout, 1, 'xxx');
  expect(shell.isLost).toBe(false);
  answer(SHELL_FRAME.stdout, 1, 'xx');
  expect(shell.isLost).toBe(true);
  const { end, stdout } = await running;
  expect([end.kind, `${stdout}`]).toEqual(['lost', 'xxxx']);
});

test('a process that was started with a side channel has no stdout of its own, and as much stderr as requested', async () => {
  const { shell, answer } = openShell();
  const { ended } = shell.startWithSideChannel(REQUEST);
  answer(SHELL_FRAME.stderr, 1, 'yyyy');
  answer(SHELL_FRAME.exit, 1, EXIT);
  const { end, stderr } = await ended;
  expect([end.kind, `${stderr}`, shell.isLost]).toEqual(['exited', 'yyyy', false]);
  const next = shell.startWithSideChannel(REQUEST);
  answer(SHELL_FRAME.stdout, 2, 'x');
  expect(shell.isLost).toBe(true);
  expect(await next.ended).toMatchObject({ end: { kind: 'lost' } });
});

test('an aborted process is abandoned, and its later output is not a violation', async () => {
  const { shell, answer } = openShell();
  const letGo = new AbortController();
  const running = shell.run(REQUEST, letGo.signal);
  answer(SHELL_FRAME.stdout, 1, 'a');
  letGo.abort();
  expect(await running).toMatchObject({ end: { kind: 'abandoned' }, stdout: Buffer.from('a') });
  answer(SHELL_FRAME.exit, 1, EXIT);
  expect(shell.isLost).toBe(false);
});

test('a shell reports whether a user has processes, but not once it is lost', async () => {
  const { shell, sent, answer } = openShell();
  const looks = [shell.seesProcessesOf(7, NEVER), shell.seesProcessesOf(7, NEVER)];
  expect(sent.map(({ type, payload }) => [type, `${payload}`])).toEqual(
    Array(2).fill([SHELL_FRAME.look, '7']),
  );
  answer(SHELL_FRAME.exit, 1, { ...EXIT, exitCode: 0 });
  answer(SHELL_FRAME.exit, 2, { ...EXIT, exitCode: 1 });
  expect(await Promise.all(looks)).toEqual([false, true]);
  const unanswered = shell.seesProcessesOf(7, NEVER);
  shell.lose();
  await expect(unanswered).rejects.toMatchObject({ code: 'SANDBOX_FAILED' });
  await expect(shell.seesProcessesOf(7, NEVER)).rejects.toMatchObject({ code: 'SANDBOX_FAILED' });
});

test.each([
  ['a process that was never started', (answer: Answer) => answer(SHELL_FRAME.stdout, 9, 'x')],
  ['an end that is not JSON', (answer: Answer) => answer(SHELL_FRAME.exit, 1, '{')],
  ['an impossible exit code', (answer: Answer) => answer(SHELL_FRAME.exit, 1, { ...EXIT, exitCode: 256 })],
  ['a frame of an unknown type', (answer: Answer) => answer(77, 1, {})],
  ['more output than requested', (answer: Answer) => answer(SHELL_FRAME.stdout, 1, 'xxxxx')],
  ['more error output than requested', (answer: Answer) => answer(SHELL_FRAME.stderr, 1, 'xxxxx')],
  ['an empty output', (answer: Answer) => answer(SHELL_FRAME.stdout, 1, '')],
  [
    'a second opening',
    (answer: Answer) => {
      answer(SHELL_FRAME.ready, 0, '');
      answer(SHELL_FRAME.ready, 0, '');
    },
  ],
])('%s ends the shell and all that it runs', async (_title, misbehave) => {
  const { shell, answer, isClosed } = openShell();
  const running = shell.run(REQUEST, NEVER);
  misbehave(answer);
  expect([shell.isLost, isClosed()]).toEqual([true, true]);
  expect(await running).toMatchObject({ end: { kind: 'lost' } });
  expect(await shell.run(REQUEST, NEVER)).toMatchObject({ end: { kind: 'lost' } });
});

type Answer = ReturnType<typeof openShell>['answer'];

test('whatever bytes arrive, every process ends and nothing throws', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 20 }), async (chunks) => {
      const { shell } = openShell();
      const running = shell.run(REQUEST, NEVER);
      for (const chunk of chunks) shell.receive(Buffer.from(chunk));
      shell.lose();
      expect((await running).end.kind).toMatch(/^(exited|refused|lost)$/);
    }),
    { numRuns: 300 },
  );
});

test('an end that is reported for a process whose id was guessed is no end, and the shell is lost', async () => {
  const { shell, sent, answer } = openShell({});
  const runs = [1, 2, 3].map(() => shell.run(REQUEST, NEVER));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
  for (const guess of [1, 2, 3]) answer(SHELL_FRAME.exit, guess, { ...EXIT, exitCode: 0 });
  expect((await Promise.all(runs)).map(({ end }) => end.kind)).toEqual(['lost', 'lost', 'lost']);
});
