import { expect, test } from 'vitest';
import { AssayError } from '../../../src/base/assay-error.ts';
import { engineFault } from '../../../src/sandbox/docker/engine-fault.ts';

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
