import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError } from '../../../base/assay-error.ts';
import type { ContainerContext } from '../../docker/exec.ts';
import { launchByEngine } from '../../docker/launch-by-engine.ts';
import { LAUNCH_LIMIT_MS } from '../../docker/launch-limits.ts';
import type { Shell } from './shell.ts';

/**
 * A single call signals every process that the user may signal, except the caller: no fork escapes it. Run as
 * root it would reach none, because root has no capability to signal others.
 */
const KILL_ALL = ['/bin/bash', '-c', 'kill -9 -1'];
/** A program may stop the one that is meant to kill it. */
const KILL_LIMIT_MS = 30_000;
const ROUNDS = 5;

/** The time for a shell to end with its input. */
const PATIENCE_MS = 100;
/** The time for the kernel to remove killed processes from its list. */
const DYING_LIMIT_MS = 10_000;

/**
 * Kills until the agent's user has no process left, according to the one process
 * that is out of the agent's reach.
 */
export async function endProcesses(place: ContainerContext, initProcess: Shell): Promise<void> {
  const { agent } = place.users;
  if (await areGone(initProcess, agent, PATIENCE_MS)) return;
  for (let round = 0; round < ROUNDS; round++) {
    await launchByEngine(place, KILL_LIMIT_MS)({ argv: KILL_ALL });
    if (await areGone(initProcess, agent, DYING_LIMIT_MS)) return;
  }
  throw new AssayError('SANDBOX_FAILED', `The agent's processes outlived ${ROUNDS} rounds of SIGKILL.`);
}

async function areGone(initProcess: Shell, user: number, limitMs: number): Promise<boolean> {
  const limit = AbortSignal.timeout(limitMs);
  while (await initProcess.seesProcessesOf(user, AbortSignal.timeout(LAUNCH_LIMIT_MS))) {
    if (limit.aborted) return false;
    await sleep(5);
  }
  return true;
}
