import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { AssayError } from '../../../src/base/assay-error.ts';
import { engineFault, sandboxFault } from '../../../src/sandbox/docker/engine-fault.ts';
import { connectToServer } from './connect-to-server.ts';

const answer = (statusCode: number) => Object.assign(new Error('it says no'), { statusCode });

test.each([
  ['an answer that the container was removed', answer(404), 'SANDBOX_REMOVED'],
  ['an answer that the container has ended', answer(409), 'SANDBOX_FAILED'],
  ['any other refusal', answer(500), 'ENGINE_FAILED'],
  ['no answer at all', Object.assign(new Error('hang up'), { code: 'ECONNRESET' }), 'ENGINE_UNREACHABLE'],
  ['a mistake in the harness', new TypeError('x is not a function'), 'INTERNAL'],
  ['an error of the harness', new AssayError('INTERRUPTED', 'Interrupted.'), 'INTERRUPTED'],
])('%s becomes an error of its own kind', (_what, cause, code) => {
  expect(engineFault(cause, 'run a command').code).toBe(code);
});

test('the error names the request and the answer', () => {
  expect(engineFault(answer(500), 'run a command').message).toMatch(/run a command.*it says no/);
});

test.each([
  [
    'that still runs has lost a process, which what runs in it can bring about',
    200,
    'running',
    'ENGINE_FAILED',
  ],
  ['that is being removed', 200, 'removing', 'SANDBOX_REMOVED'],
  ['that is gone', 404, 'running', 'SANDBOX_REMOVED'],
])('of what is missing, a container %s', async (_what, status, Status, code) => {
  const server = createServer(({ url }, response) => {
    response.writeHead(url === '/containers/one/json' ? status : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(status === 200 ? { State: { Status } } : { message: 'No such container: one' }),
    );
  });
  const { docker } = await connectToServer(server);
  const missing = Object.assign(new Error('No such exec instance: two'), { statusCode: 404 });
  expect((await sandboxFault(missing, 'run a command', docker.getContainer('one'))).code).toBe(code);
});
