import { expect, test } from 'vitest';
import { countAsKeys, isKey, keyWithin } from '../../src/host/known-keys.ts';

test.each(['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'gemini_api_key'])(
  '%s is a key',
  (name) => {
    expect(isKey(name)).toBe(true);
  },
);

test('a secret of a suite is a key from when it is named', () => {
  expect(isKey('TRACKER_PASS')).toBe(false);
  countAsKeys(['TRACKER_PASS']);
  expect(isKey('TRACKER_PASS')).toBe(true);
});

test.each([
  ['https://npm.example/sk-1234/5+6/', 'A_API_KEY'],
  ['https://npm.example/sk-1234%2F5%2B6/', 'A_API_KEY'],
  ['https://npm.example/short/', null],
  ['https://npm.example/of-a-registry/', null],
])('%s contains the key %s', (url, name) => {
  const env = { A_API_KEY: 'sk-1234/5+6', B_API_KEY: 'short', C_API_KEY: '', NPM_TOKEN: 'of-a-registry' };
  expect(keyWithin(url, env)).toBe(name);
});
