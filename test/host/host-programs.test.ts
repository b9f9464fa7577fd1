import { mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { hostPrograms, NO_WORKSPACES } from '../../src/host/host-programs.ts';
import { countAsKeys } from '../../src/host/known-keys.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function printed(program: string, ...args: string[]): Promise<string> {
  await using host = await hostPrograms();
  return (await host.run(program, args)).stdout;
}

async function environment(): Promise<Record<string, string>> {
  return JSON.parse(await printed(process.execPath, '-p', 'JSON.stringify(process.env)'));
}

test('a program starts in a new folder that is empty but for a project of its own, and goes afterwards', async () => {
  const program = 'console.log(process.cwd()); console.log(fs.readdirSync(".").join())';
  const [folder = '', content] = (await printed(process.execPath, '-e', program)).split('\n');
  expect(dirname(folder)).toBe(realpathSync(tmpdir()));
  expect(content).toBe('package.json');
  expect(() => readdirSync(folder)).toThrow('ENOENT');
});

test('a program is told neither the keys of models nor the secrets of suites, and everything else', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'sk-of-anthropic');
  vi.stubEnv('EXAMPLE_PASS', 'of a service');
  vi.stubEnv('NPM_TOKEN', 'of a registry');
  expect(await environment()).toMatchObject({ EXAMPLE_PASS: 'of a service' });
  countAsKeys(['EXAMPLE_PASS']);
  const told = await environment();
  expect(told).toMatchObject({ NPM_TOKEN: 'of a registry' });
  expect(Object.keys(told)).not.toEqual(expect.arrayContaining(['ANTHROPIC_API_KEY']));
  expect(Object.keys(told)).not.toEqual(expect.arrayContaining(['EXAMPLE_PASS']));
});

test('a program is found neither beside the packages of a project nor by a relative path', async () => {
  const bin = join(temporaryFolder(), 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'echo'), '#!/bin/sh\nexec printf planted\n', { mode: 0o755 });
  const rest = process.env['PATH'] ?? '';
  vi.stubEnv('PATH', [bin, `${bin}/`, '.', 'bin', '', rest].join(delimiter));
  expect(await printed('echo', 'real')).toBe('real');
  expect((await environment())['PATH']?.split(delimiter)).not.toContain('.');
});

test('nothing in the environment leads to the folder in which Assay was started', async () => {
  const names = ['PWD', 'OLDPWD', 'INIT_CWD', 'PYENV_DIR', 'npm_config_local_prefix'];
  for (const name of names) vi.stubEnv(name, '/srv/checkout');
  expect(Object.values(await environment())).not.toContain('/srv/checkout');
});

test('npm reads the settings of the user, and those of no project in a folder above', async () => {
  const above = temporaryFolder();
  vi.stubEnv('TMPDIR', above);
  writeFileSync(join(above, 'package.json'), '{"workspaces":["assay-host-*"]}');
  writeFileSync(join(above, '.npmrc'), 'registry=https://planted.example/\n');
  const own = join(temporaryFolder(), 'own.npmrc');
  writeFileSync(own, 'registry=https://own.example/\n');
  vi.stubEnv('npm_config_userconfig', own);
  vi.stubEnv('npm_config_registry', undefined);
  expect(await printed('npm', NO_WORKSPACES, 'config', 'get', 'registry')).toBe('https://own.example/');
});

test('a program that npm has started Assay for is not told the settings of the project there', async () => {
  const project = temporaryFolder();
  vi.stubEnv('npm_config_local_prefix', project);
  vi.stubEnv('npm_config_registry', 'https://somewhere.example/');
  vi.stubEnv('npm_config_cache', '/srv/cache');
  expect(await environment()).toMatchObject({ npm_config_registry: 'https://somewhere.example/' });
  writeFileSync(join(project, '.npmrc'), 'registry=https://somewhere.example/\n');
  const told = await environment();
  expect(told).toMatchObject({ npm_config_cache: '/srv/cache' });
  expect(told).not.toHaveProperty('npm_config_registry');
});
