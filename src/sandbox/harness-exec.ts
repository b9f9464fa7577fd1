import { AssayError } from '../base/assay-error.ts';
import { PIDS_LIMIT } from './container-options.ts';
import { type ExecOutput, type ExecRequest, execute, type Place } from './exec.ts';

type HarnessResult = ExecOutput & { exitCode: number };

/** So many that not even a program that does nothing but fork uses them up before one of ours has started. */
const PIDS_LIMIT_WITH_HEADROOM = 32 * PIDS_LIMIT;
const LIMIT_MS = 60_000;
const OUTPUT_LIMIT_BYTES = 64 * 1024;

/** Runs one of the harness's own programs inside; it gets room even where the agent has used up all its processes. */
export async function harnessExec(
  place: Place,
  request: ExecRequest,
  maxOutputBytes = OUTPUT_LIMIT_BYTES,
): Promise<HarnessResult> {
  const result = await tryOnce(place, request, maxOutputBytes);
  if (result !== null) return result;
  await place.container.update({ PidsLimit: PIDS_LIMIT_WITH_HEADROOM });
  try {
    const second = await tryOnce(place, request, maxOutputBytes);
    if (second !== null) return second;
  } finally {
    await place.container.update({ PidsLimit: PIDS_LIMIT });
  }
  throw new AssayError('SANDBOX_FAILED', `The sandbox could not start ${request.argv[0]}.`);
}

/** `null` where there was no room to start it. */
async function tryOnce(
  place: Place,
  request: ExecRequest,
  maxOutputBytes: number,
): Promise<HarnessResult | null> {
  const limits = { signal: AbortSignal.timeout(LIMIT_MS), maxOutputBytes };
  const { end, ...output } = await execute(place, request, limits);
  if (end === null) {
    const message = `${request.argv[0]} did not end in the sandbox within ${LIMIT_MS / 1000} s.`;
    throw new AssayError('SANDBOX_FAILED', message);
  }
  return end.hasStarted ? { ...output, exitCode: end.exitCode } : null;
}

/** For programs that must succeed. */
export async function harnessExecOk(place: Place, request: ExecRequest): Promise<ExecOutput> {
  const { exitCode, ...output } = await harnessExec(place, request);
  if (exitCode === 0) return output;
  const [program] = request.argv;
  const message = `${program} failed in the sandbox with exit code ${exitCode}: ${output.stderr.toString().trim()}`;
  throw new AssayError('SANDBOX_FAILED', message);
}
