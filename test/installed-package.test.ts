import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** What is in a checkout and not in a fresh clone. */
const NOT_CLONED = new Set(['.git', 'node_modules', 'dist', 'results']);

const scratch = mkdtempSync(join(tmpdir(), 'assay-test-'));
const folder = join(scratch, 'installed/lib/node_modules/skill-assay');

beforeAll(installAsTold);

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('the installation from the README runs by itself and contains what its commands need', () => {
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

test('an installation takes less than 120 MB, with grammars only as WebAssembly', () => {
  const bytes = globSync('**', { cwd: folder })
    .map((path) => lstatSync(join(folder, path)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);

  expect(bytes).toBeGreaterThan(10e6);
  expect(bytes).toBeLessThan(120e6);
  expect(globSync('node_modules/tree-sitter-*', { cwd: folder })).toEqual([]);
  expect(globSync('dist/sources/grammars/*.wasm', { cwd: folder })).not.toEqual([]);
});

/** The files of tasks are what agents and graders work with: their links lead to where they will lie then. */
const OF_TASKS = 'tasks/*/*/{workspace,grade,solution,turns}/**';

test('every document in the package links only to files in the package', () => {
  const documents = globSync('**/*.md', { cwd: folder, exclude: ['node_modules', OF_TASKS] });
  const dead = documents.flatMap((document) =>
    linksIn(readFileSync(join(folder, document), 'utf8'))
      .filter((link) => !existsSync(join(folder, dirname(document), link)))
      .map((link) => `${document}: ${link}`),
  );

  expect(documents).toEqual(expect.arrayContaining(['README.md', 'tasks/desk-care/skill/SKILL.md']));
  expect(dead).toEqual([]);
});

/** To other files, without their anchors. */
function linksIn(markdown: string): string[] {
  return Array.from(markdown.matchAll(/\]\(([^)#\s]+)[^)]*\)/g), ([, link = '']) => link).filter(
    (link) => !/^[a-z]+:/.test(link),
  );
}

/** In what a fresh clone holds, with npm's cache in place of what it would download. */
function installAsTold(): void {
  const clone = join(scratch, 'clone');
  cpSync('.', clone, { recursive: true, filter: (path) => !NOT_CLONED.has(relative('.', path)) });
  const settings = {
    npm_config_prefix: join(scratch, 'installed'),
    npm_config_prefer_offline: 'true',
    npm_config_loglevel: 'error',
  };
  execFileSync('sh', ['-c', installCommand()], {
    cwd: clone,
    stdio: 'pipe',
    env: { ...process.env, ...settings },
  });
}

function installCommand(): string {
  const command = /^ {4}(npm .*--global [^#\n]*)/m.exec(readFileSync('README.md', 'utf8'))?.[1];
  return command ?? expect.fail('README.md says nothing of how to install Assay.');
}
