import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { abandonedFolders, makeRunnerFolder } from './runner-folder.ts';

const WATCHDOG = fileURLToPath(new URL('watchdog.ts', import.meta.url));

export async function setup({ vitest, config }: TestProject): Promise<void> {
  const ofVitest = vitest.projects.map(({ tmpDir }) => tmpDir);
  await leaveNothingBehind(ofVitest, config.env);
}

/**
 * Tests clean up after themselves, unless their runner is killed. So all temporary files of a runner are in one folder,
 * the leases of its sandboxes among them, and a process of its own clears that folder when the runner has ended.
 */
export async function leaveNothingBehind(
  otherFolders: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ChildProcess> {
  await clearAbandoned();
  const folder = await makeRunnerFolder();
  const watchdog = fork(WATCHDOG, [folder, ...otherFolders], {
    ...{ detached: true, stdio: 'ignore', execArgv: [] },
    env: { ...process.env, ...env },
  });
  watchdog.unref();
  watchdog.channel?.unref();
  // Whatever is started from now on makes its temporary files there.
  process.env['TMPDIR'] = folder;
  return watchdog;
}

async function clearAbandoned(): Promise<void> {
  const folders = await abandonedFolders();
  if (folders.length === 0) return;
  const { clearRunnerFolder } = await import('./clear-runner-folder.ts');
  await Promise.all(folders.map(clearRunnerFolder));
}
