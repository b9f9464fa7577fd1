import { expect, test } from 'vitest';
import { isOwnState } from '../../src/contracts/own-state.ts';

const PLACES = ['/home/agent/.local/share/tool', '/home/agent/.tool.json', '/tmp/tool-*', '/tmp/.*-0.so'];

test.each([
  '/home/agent/.local/share/tool',
  '/home/agent/.local/share/tool/log/today',
  '/home/agent/.tool.json',
  '/tmp/tool-107',
  '/tmp/tool-107/socket',
  '/tmp/.3fe0-0.so',
])('an agent keeps its own state at %s', (path) => {
  expect(isOwnState({ path, kind: 'file' }, PLACES)).toBe(true);
  expect(isOwnState({ path }, PLACES)).toBe(true);
});

test.each([
  '/home/agent/.local/share/tools',
  '/home/agent/.tool.json.bak',
  '/tmp/tools',
  '/tmp/.3fe0-0.so.txt',
  '/tmp/.work/3fe0-0.so',
  '/tmp/3fe0-0.so',
  '/workspace/tool',
])('%s is no state of its own', (path) => {
  expect(isOwnState({ path, kind: 'directory' }, PLACES)).toBe(false);
});

test('a folder that its state needs is its own, and a file in the place of that folder is not', () => {
  const path = '/home/agent/.local';
  expect(isOwnState({ path, kind: 'directory' }, PLACES)).toBe(true);
  for (const entry of [{ path, kind: 'file' as const }, { path }])
    expect(isOwnState(entry, PLACES)).toBe(false);
});

test('a folder that is its own without anything in it is no place for files', () => {
  const path = '/home/agent/.tool/plugins';
  const places = [`${path}/`];
  expect(isOwnState({ path, kind: 'directory' }, places)).toBe(true);
  expect(isOwnState({ path: `${path}/a.js`, kind: 'file' }, places)).toBe(false);
  expect(isOwnState({ path, kind: 'symlink' }, places)).toBe(false);
});
