import { expect, test } from 'vitest';
import { runProgram } from '../../../src/agents/programs/run-program.ts';
import { localEngine } from '../../fakes/local-sandbox.ts';

const NEVER = new AbortController().signal;

/** The work of a program that is this command, and goes on with another one where the user speaks again. */
async function run(
  command: string,
  signal = NEVER,
  turns: readonly (string | Error)[] = [],
  resume = 'false',
  more: { exitCodeOnceFull?: number } = {},
) {
  const coming = [...turns];
  const user = {
    async next() {
      const turn = coming.shift() ?? null;
      if (turn instanceof Error) throw turn;
      return turn;
    },
  };
  const env = { PATH: process.env['PATH'] ?? '' };
  await using sandbox = await localEngine().create({ purpose: 'test', mounts: [], files: [], env });
  const gateway = { token: 'token', fetch: () => Promise.reject(new Error('not asked')) };
  const assignment = {
    prompt: 'Greet.',
    model: 'model-x',
    skills: [],
    servers: [],
    hasNetwork: false,
    sandbox,
    gateway,
  };
  const program = {
    skillsDir: '/skills',
    version: '1.2.3',
    ...more,
    command: () => command,
    resume: ({ prompt }: { prompt: string }) => `${resume} ${prompt}`,
  };
  const printed: { text: string; isWhole: boolean }[] = [];
  let started = 0;
  const starts = () => {
    started += 1;
    return (output: { text: string; isWhole: boolean }) => void printed.push(output);
  };
  const outcome = await runProgram(program)({ ...assignment, user, starts }, signal);
  return { ...outcome, unsaid: coming, printed, started };
}

test('a program that exits normally has finished, whatever its output says', async () => {
  expect(await run('echo \'{"is_error": true, "usage": 7}\'')).toMatchObject({ end: 'finished' });
});

test('a program that fails has crashed, and the error quotes the end of its output', async () => {
  const outcome = await run('echo out; echo "no model" >&2; exit 3');
  expect(outcome).toMatchObject({
    end: 'crashed',
    error: new Error('It ended with exit code 3: no model\nout\n'),
  });
});

test('a program that is stopped by its time limit has not crashed', async () => {
  expect(await run('sleep 60', AbortSignal.timeout(300))).toMatchObject({ end: 'timeout' });
});

test('a program goes on with what the user says, until there is no more', async () => {
  const again = 'grep --quiet --line-regexp --fixed-strings prompt said && echo >>said';
  expect(await run('echo prompt >said', NEVER, ['one', 'two'], again)).toMatchObject({
    end: 'finished',
    unsaid: [],
  });
  expect(await run('true', NEVER, ['one', 'two'], 'test one =')).toMatchObject({
    end: 'crashed',
    unsaid: [],
  });
});

test('nothing more is said to a program that has crashed or was stopped', async () => {
  expect(await run('exit 3', NEVER, ['one'])).toMatchObject({ end: 'crashed', unsaid: ['one'] });
  expect(await run('true', NEVER, ['one', 'two'], 'false')).toMatchObject({
    end: 'crashed',
    unsaid: ['two'],
  });
  const limit = AbortSignal.timeout(300);
  expect(await run('sleep 60', limit, ['one'])).toMatchObject({ end: 'timeout', unsaid: ['one'] });
});

test('a program goes on if it has failed as it does once its context was full, and has failed all the same', async () => {
  const known = { exitCodeOnceFull: 3 };
  const failed = { end: 'crashed', exitCode: 3, unsaid: [] };
  expect(await run('exit 3', NEVER, ['one'], 'true', known)).toMatchObject({ ...failed, started: 2 });
  expect(await run('true', NEVER, ['one'], 'exit 3 #', known)).toMatchObject({ ...failed, started: 2 });
  expect(await run('exit 3', NEVER, [new Error('no answer')], 'true', known)).toMatchObject({
    ...{ ...failed, started: 1 },
    error: new Error('It ended with exit code 3: '),
  });
  expect(await run('exit 4', NEVER, ['one'], 'true', known)).toMatchObject({ exitCode: 4, unsaid: ['one'] });
});

test('what each start prints is handed on, unless it was ended from outside', async () => {
  const ended = await run('echo one; echo no >&2', NEVER, ['two'], 'echo again; exit 3 #');
  expect(ended.printed).toEqual([
    { text: 'one\n', isWhole: true },
    { text: 'again\n', isWhole: true },
  ]);
  expect(await run('echo one; sleep 60', AbortSignal.timeout(300))).toMatchObject({
    printed: [],
    started: 1,
  });
});
