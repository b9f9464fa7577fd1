import { expect, test } from 'vitest';
import { errorIn } from '../../src/traffic/provider-error.ts';

test.each([
  [
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    'overloaded_error: Overloaded',
    false,
  ],
  [{ type: 'error', code: 'server_error', message: 'Broken', param: null }, 'server_error: Broken', false],
  [
    { type: 'response.failed', response: { error: { code: 'server_error', message: 'Broken' } } },
    'server_error: Broken',
    false,
  ],
  [{ type: 'response.failed', response: { error: null } }, 'it did not say why', false],
  [
    { type: 'response.failed', response: { error: { code: 'invalid_prompt', message: 'Flagged' } } },
    'invalid_prompt: Flagged',
    true,
  ],
  [
    { object: 'response', status: 'failed', error: { code: 'server_error', message: 'Broken' }, output: [] },
    'server_error: Broken',
    false,
  ],
  [
    { error: { type: 'server_error', code: 'server_error', message: 'Broken' } },
    'server_error: Broken',
    false,
  ],
  [
    { error: { type: 'invalid_request_error', code: 'context_length_exceeded', message: 'Long' } },
    'invalid_request_error context_length_exceeded: Long',
    true,
  ],
  [{ error: { code: 503, status: 'UNAVAILABLE', message: 'Busy' } }, '503 UNAVAILABLE: Busy', false],
  [
    [{ error: { code: 400, status: 'INVALID_ARGUMENT', message: 'Wrong' } }],
    '400 INVALID_ARGUMENT: Wrong',
    true,
  ],
  [{ error: 'model is loading' }, 'model is loading', false],
  [{ error: { message: '\u001b[2Jgone\u202e' } }, '\\u{1b}[2Jgone', false],
])('%j is an error', (body, message, isAboutRequest) => {
  expect(errorIn(body)).toEqual({ message, isAboutRequest, codes: expect.any(Array) });
});

test.each([
  null,
  7,
  'error',
  [],
  {},
  { error: null },
  { object: 'response', error: null, output: [] },
  { choices: [] },
  { type: 'response.completed', response: { error: null } },
])('%j is not an error', (body) => {
  expect(errorIn(body)).toBeNull();
});

test('a long error message is cut', () => {
  expect(errorIn({ error: 'x'.repeat(100_000) })?.message).toHaveLength(301);
});
