import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codex } from '../../src/agents/programs/codex.ts';
import { keepPackages, keptAgents, keptPackages } from '../../src/app/kept-packages.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { codexAt } from './codex-releases.ts';

let state = '';

beforeEach(() => {
  state = temporaryFolder();
  vi.stubEnv('ASSAY_STATE_DIR', state);
});

afterEach(() => vi.unstubAllEnvs());

test('what is kept of a version is found again, and of others there is nothing', async () => {
  const agent = codexAt('0.1.0');
  await keepPackages(agent);
  expect(await keptPackages(codex, '0.1.0')).toEqual(agent.image.packages);
  expect(await keptPackages(codex, '0.2.0')).toBeNull();
  expect(await keptPackages(codex, '../codex@0.1.0')).toBeNull();
  expect(await keptAgents()).toEqual([agent]);
});

test.each(['no JSON', '{}', JSON.stringify(codexAt('0.2.0').image.packages)])(
  'what is kept and is not about that version does not count: %s',
  async (kept) => {
    await keepPackages(codexAt('0.1.0'));
    writeFileSync(join(state, 'agents', 'codex@0.1.0.json'), kept);
    expect(await keptPackages(codex, '0.1.0')).toBeNull();
    expect(await keptAgents()).toEqual([]);
  },
);

test('a state folder that cannot be written to is no problem', async () => {
  vi.stubEnv('ASSAY_STATE_DIR', '/dev/null/state');
  await keepPackages(codexAt('0.1.0'));
  expect(await keptAgents()).toEqual([]);
});
