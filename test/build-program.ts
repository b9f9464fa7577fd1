import { globSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { TestProject } from 'vitest/node';

const BUILT = 'dist/cli/main.js';
const SOURCES = ['src/**', 'scripts/build.ts', 'package-lock.json'];

/** Where Node.js keeps what it has compiled of the program. It would keep every earlier build's too. */
export const COMPILED = fileURLToPath(new URL('../node_modules/.cache/assay-tests', import.meta.url));

/** Tests start the program that users install, which loads in a third of the time that its sources take. */
export async function setup(project: TestProject): Promise<void> {
  await buildIfChanged();
  project.onTestsRerun(buildIfChanged);
}

async function buildIfChanged(): Promise<void> {
  const builtMs = changedMs(BUILT);
  if (globSync(SOURCES).every((path) => changedMs(path) < builtMs)) return;
  rmSync(COMPILED, { recursive: true, force: true });
  await execa(process.execPath, ['scripts/build.ts']);
}

function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
