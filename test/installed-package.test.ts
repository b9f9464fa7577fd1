import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './fixtures/temporary-folder.ts';

/** Building, packing and installing take ten seconds on an idle machine, and far longer on one that is not. */
const PATIENCE_MS = 600_000;

test('what npm packs and installs runs by itself, and holds what its commands need', {
  timeout: PATIENCE_MS,
}, () => {
  const folder = packAndInstall();
  const assay = (...args: string[]) =>
    spawnSync(process.execPath, [join(folder, 'bin/assay.cjs'), ...args], { encoding: 'utf8' });

  expect(assay('--version')).toMatchObject({ status: 0, stdout: '0.1.0\n', stderr: '' });
  expect(assay('check', join(folder, 'tasks/csv-tidy/skill'), '--json')).toMatchObject({
    status: 0,
    stderr: '',
  });
  expect(assay('run', join(folder, 'tasks/csv-tidy'), '--dry-run')).toMatchObject({ status: 0, stderr: '' });
  expect(assay('doctor').stdout).toMatch(/ok +Node\.js .*, supported\n.*ok +SQLite/s);
  const agents = "await import('skill-assay'); console.log('loaded')";
  expect(
    execFileSync(process.execPath, ['--input-type=module', '--eval', agents], {
      cwd: folder,
      encoding: 'utf8',
    }),
  ).toBe('loaded\n');
  expect(globSync('sandbox/{Dockerfile,shell.py,pipe.mjs}', { cwd: folder })).toHaveLength(3);
  expect(globSync('dist/**/*.map', { cwd: folder })).toEqual([]);
});

/** The versions of the lock file, from npm's cache where they are in it; none of their install scripts run. */
function packAndInstall(): string {
  const packed = temporaryFolder();
  npm(process.cwd(), 'pack', '--pack-destination', packed);
  execFileSync('tar', ['--extract', '--gzip', '--file', join(packed, 'skill-assay-0.1.0.tgz')], {
    cwd: packed,
  });
  const folder = join(packed, 'package');
  copyFileSync('package-lock.json', join(folder, 'package-lock.json'));
  npm(folder, 'ci', '--omit=dev', '--ignore-scripts', '--prefer-offline');
  return folder;
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, stdio: 'pipe' });
}
