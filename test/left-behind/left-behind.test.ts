import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { connectEngine } from '../../src/sandbox/docker/connect-engine.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { containersOf } from '../sandbox/docker-fixture.ts';

const RUNNER = fileURLToPath(new URL('small-runner.ts', import.meta.url));

const Made = z.object({
  folder: z.string(),
  watchdog: z.int(),
  worker: z.int(),
  session: z.string(),
  image: z.string(),
});
type Made = z.infer<typeof Made>;

async function startRunner(temporary: string) {
  const env = { ...process.env, TMPDIR: temporary };
  const runner = spawn(process.execPath, [RUNNER], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const [told] = await once(runner.stdout, 'data');
  const made = Made.parse(JSON.parse(String(told)));
  expect(await leftOf(made)).toEqual({ folder: true, worker: true, containers: 1, images: 1 });
  return { runner, made };
}

async function leftOf({ folder, worker, session, image }: Made) {
  const { docker } = await connectEngine();
  return {
    folder: existsSync(folder),
    worker: isRunning(worker),
    containers: await containersOf(session),
    images: (await docker.listImages({ filters: { reference: [image] } })).length,
  };
}

/** What has ended and is still listed has no command line. */
function isRunning(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`;
  return existsSync(commandLine) && readFileSync(commandLine, 'utf8') !== '';
}

const NOTHING = { folder: false, worker: false, containers: 0, images: 0 };

test('everything that a test starts makes its temporary files in the folder of the runner', () => {
  expect(basename(tmpdir())).toMatch(/^assay-tests-/);
});

test('a runner that is killed leaves no process, container, image or file, even if its watchdog is killed too', async () => {
  const temporary = temporaryFolder();
  const first = await startRunner(temporary);
  process.kill(first.made.watchdog, 'SIGKILL');
  first.runner.kill('SIGKILL');
  const second = await startRunner(temporary);
  expect(await leftOf(first.made)).toEqual(NOTHING);
  second.runner.kill('SIGKILL');
  await expect.poll(() => leftOf(second.made)).toEqual(NOTHING);
});
