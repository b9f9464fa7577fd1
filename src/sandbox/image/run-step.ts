import { posix } from 'node:path';
import { printable } from '../../base/printable.ts';
import { ROOT } from '../docker/container-options.ts';
import { followExec } from '../docker/exec.ts';
import { type BuildContainer, changedPaths, runCommand } from './build-container.ts';
import type { Step } from './environment.ts';

const WAIT_LIMIT_MS = 60_000;

/** Where packages of Python and npm are installed, and what they leave in passing. */
const OF_PACKAGES =
  /^\/(?:usr|usr\/local(?:\/.*)?|opt(?:\/.*)?|mnt|root(?:\/.*)?|tmp(?:\/.*)?|var(?:\/.*)?)$/;
const PROGRAM = /^\/usr\/local\/s?bin\/[^/]+$/;
const IS_FREE = '[ ! -e "/usr/sbin/$1" ] && [ ! -e "/usr/bin/$1" ]';

/** Runs one step, and looks at where it wrote if it is one of packages. */
export async function runStep(
  place: BuildContainer,
  { command, isOfPackages }: Step,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const before = isOfPackages ? await changedPaths(place) : [];
  await runCommand(place, command, env, signal);
  if (!isOfPackages) return;
  const known = new Set(before);
  const written = (await changedPaths(place)).filter((path) => !known.has(path));
  await requireOwnPlaces(place, command, written);
}

/** A package has no business elsewhere, nor the name of a program that is there: the harness and graders call those. */
async function requireOwnPlaces(
  place: BuildContainer,
  command: string,
  written: readonly string[],
): Promise<void> {
  const elsewhere = written.find((path) => !OF_PACKAGES.test(path));
  if (elsewhere !== undefined) throw misplaced(command, elsewhere, 'which is no place of packages');
  for (const path of written.filter((one) => PROGRAM.test(one))) {
    const argv = ['/bin/sh', '-c', IS_FREE, 'is-free', posix.basename(path)];
    const limit = AbortSignal.timeout(WAIT_LIMIT_MS);
    const end = await followExec(place, { argv, user: ROOT }, limit, () => undefined);
    if (end?.exitCode !== 0) throw misplaced(command, path, 'in the place of a program that is there');
  }
}

function misplaced(command: string, path: string, why: string): Error {
  const advice = 'Leave that package out, or install what it needs in a Dockerfile';
  return new Error(`"${command}" wrote ${printable(path)}, ${why}. ${advice}.`);
}
