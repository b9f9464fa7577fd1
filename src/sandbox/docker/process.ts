/** How long a process has to clean up after SIGTERM. */
export const TERM_TO_KILL_MS = 1_000;

/** Starts a program in a folder. The engine starts everything in `/`: the agent can make its own folders unusable. */
export function inFolder(argv: readonly string[], cwd: string): readonly string[] {
  return cwd === '/' ? argv : ['/usr/bin/env', `--chdir=${cwd}`, ...argv];
}
