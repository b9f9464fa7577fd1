import { expect, test } from 'vitest';
import { runProgram } from '../../../src/agents/programs/run-program.ts';
import { localEngine } from '../../fakes/local-sandbox.ts';

/** The work of a program that is this command. */
async function run(command: string, signal = new AbortController().signal) {
  const env = { PATH: process.env['PATH'] ?? '' };
  await using sandbox = await localEngine().create({ purpose: 'test', mounts: [], files: [], env });
  const gateway = { token: 'token', fetch: () => Promise.reject(new Error('not asked')) };
  const assignment = { prompt: 'Greet.', model: 'model-x', skills: [], hasNetwork: false, sandbox, gateway };
  return await runProgram({ command: () => command })(assignment, signal);
}

test('a program that exits normally has finished, whatever its output says', async () => {
  expect(await run('echo \'{"is_error": true, "usage": 7}\'')).toEqual({ end: 'finished' });
});

test('a program that fails has crashed, and the error quotes the end of its output', async () => {
  const outcome = await run('echo out; echo "no model" >&2; exit 3');
  expect(outcome).toEqual({ end: 'crashed', error: new Error('It ended with exit code 3: no model\nout\n') });
});

test('a program that is stopped by its time limit has not crashed', async () => {
  expect(await run('sleep 60', AbortSignal.timeout(300))).toEqual({ end: 'timeout' });
});
