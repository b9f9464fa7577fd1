import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stateDir } from '../../../src/sandbox/session/state-dir.ts';

test.each([
  [{ ASSAY_STATE_DIR: '/s', XDG_STATE_HOME: '/x' }, '/s'],
  [{ XDG_STATE_HOME: '/x' }, '/x/assay'],
  [{ ASSAY_STATE_DIR: '' }, join(homedir(), '.local/state/assay')],
])('with %j the state is kept in %s', (environment, folder) => {
  expect(stateDir(environment)).toBe(folder);
});
