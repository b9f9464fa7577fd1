import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimRun, isClaimed } from '../../src/store/claim-run.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('a run belongs to one process at a time, and is free again when that process releases it', () => {
  const folder = temporaryFolder();
  const claim = claimRun(folder, 'run-1');
  expect(() => claimRun(folder, 'run-1')).toThrow(/Run run-1 is under way in another process/);
  claimRun(folder, 'run-2')[Symbol.dispose]();
  claim[Symbol.dispose]();
  claimRun(folder, 'run-1')[Symbol.dispose]();
});

test('a killed process holds no claim', async () => {
  const folder = temporaryFolder();
  const module = new URL('../../src/store/claim-run.ts', import.meta.url).href;
  const program = `const { claimRun } = await import('${module}'); globalThis.kept = claimRun('${folder}', 'run-1'); console.log('claimed'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  await once(child.stdout, 'data');
  expect(() => claimRun(folder, 'run-1')).toThrow(/under way/);
  expect(isClaimed(folder, 'run-1')).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isClaimed(folder, 'run-1')).toBe(false);
  claimRun(folder, 'run-1')[Symbol.dispose]();
});

test('checking a run takes no claim and writes nothing, even while another process checks it', () => {
  const folder = temporaryFolder();
  expect(isClaimed(folder, 'run-1')).toBe(false);
  expect(existsSync(join(folder, 'run-1'))).toBe(false);
  const claim = claimRun(folder, 'run-1');
  expect([isClaimed(folder, 'run-1'), isClaimed(folder, 'run-1')]).toEqual([true, true]);
  claim[Symbol.dispose]();
  expect(isClaimed(folder, 'run-1')).toBe(false);
  claimRun(folder, 'run-1')[Symbol.dispose]();
});

test('a folder that is not writable is one readable error', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => claimRun(file, 'run-1')).toThrow(/Cannot write to .*file.run-1: /);
});
