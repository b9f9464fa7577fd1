import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { messageOf, reasonOf } from '../../src/base/assay-error.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test('system errors are put in plain words, with the path or address if it is known', () => {
  const missing = thrownBy(() => readFileSync('/nowhere/at-all'));
  expect(messageOf(missing)).toBe('there is no such file or folder (/nowhere/at-all)');
  expect(reasonOf(missing)).toBe('there is no such file or folder');
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), {
    ...{ code: 'ECONNREFUSED', address: '127.0.0.1', port: 1 },
  });
  expect(messageOf(refused)).toBe('the connection was refused (127.0.0.1:1)');
});

test.each([
  ['any other error', new Error('as it is'), 'as it is'],
  ['an error with a code of its own', Object.assign(new Error('odd'), { code: 'ERR_ODD' }), 'odd'],
  ['a thrown value that is not an error', 'text', 'text'],
])('%s keeps its message', (_, thrown, message) => {
  expect(messageOf(thrown)).toBe(message);
});
