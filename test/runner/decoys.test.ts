import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decoyCallsOf, decoyMount } from '../../src/runner/decoys.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('a decoy reports its call and arguments, prints what the real program would, and fails', () => {
  const folder = temporaryFolder();
  const channel = join(folder, 'channel');
  const stderr = "sudo: it's $HOME or `nothing`";
  const [file] = decoyMount([{ command: 'sudo', exitCode: 77, stderr }], channel).files;
  const program = join(folder, 'sudo');
  writeFileSync(program, file?.content ?? '');
  chmodSync(program, 0o755);
  const ended = spawnSync(program, ['cat', 'two words', 'line\nbreak'], { encoding: 'utf8' });
  expect(ended).toMatchObject({ status: 77, stderr: `${stderr}\n` });
  const lines = readFileSync(channel, 'utf8').split('\n').filter(Boolean);
  expect(decoyCallsOf(lines)).toEqual([
    { command: 'sudo', exitCode: 77, args: String.raw`cat two\ words $'line\nbreak'` },
  ]);
});

test('a decoy’s report fits into one atomic write to a pipe, whatever its arguments', () => {
  const folder = temporaryFolder();
  const channel = join(folder, 'channel');
  const [file] = decoyMount([{ command: 'sudo', exitCode: 1, stderr: '' }], channel).files;
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const script = Buffer.from(file?.content ?? []).toString();
  spawnSync('bash', ['-c', script, 'sudo', '🔑'.repeat(5000)], { env });
  const told = readFileSync(channel);
  expect(told.length).toBeGreaterThan(500);
  expect(told.length).toBeLessThanOrEqual(4096);
});

test('anything else written to the channel counts as a call', () => {
  expect(decoyCallsOf(['noise'])).toEqual([{ command: 'noise', args: '', exitCode: 0 }]);
});

test('a call with an impossible exit code is kept', () => {
  const exitCodes = decoyCallsOf([`sudo\t${'9'.repeat(400)}\tid`, 'sudo\t-1\tid']).map(
    ({ exitCode }) => exitCode,
  );
  expect(exitCodes).toEqual([0, 0]);
});

test('bash accepts the syntax of a decoy', () => {
  const [file] = decoyMount([{ command: 'sudo', exitCode: 1, stderr: '' }], '/tmp/channel').files;
  execFileSync('bash', ['-n'], { input: file?.content });
});
