import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const SCRIPTS = fileURLToPath(new URL('../../scripts/', import.meta.url));

function runScript(name: string, env: Record<string, string>) {
  return spawnSync('bash', [join(SCRIPTS, name)], { encoding: 'utf8', env: { ...process.env, ...env } });
}

test('a dead DOCKER_HOST is an error and does not make setup install an engine', () => {
  const env = { ASSAY_STATE_DIR: temporaryFolder(), ASSAY_NO_INSTALL: '1', DOCKER_HOST: 'tcp://127.0.0.1:1' };
  const { status, stderr } = runScript('setup.sh', env);
  expect(stderr).toMatch(/^setup: No Docker engine answers at tcp:.* unset DOCKER_HOST\.\n$/);
  expect(status).toBe(3);
});

test('only the engine that setup.sh started is stopped', () => {
  const state = temporaryFolder();
  expect(runScript('stop-engine.sh', { ASSAY_STATE_DIR: state }).status).toBe(0);
  const start = readFileSync('/proc/self/stat', 'utf8').split(' ')[21];
  writeFileSync(join(state, 'dockerd.pid'), `${process.pid} ${start}\n`);
  expect(runScript('stop-engine.sh', { ASSAY_STATE_DIR: state }).status).toBe(0);
  expect(process.kill(process.pid, 0)).toBe(true);
});
