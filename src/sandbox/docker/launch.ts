import { AssayError } from '../../base/assay-error.ts';
import type { ProcessEnd, ProcessRequest, ProcessResult, StartProcess } from '../start-process.ts';
import { OUTPUT_LIMIT_BYTES } from './launch-limits.ts';
import { type BoundedContainer, withRoom } from './with-room.ts';

/** One of the harness's own programs, which runs in `/`: the agent can make its own folders unusable. */
export type LaunchRequest = Pick<ProcessRequest, 'argv' | 'stdin'> & Partial<Pick<ProcessRequest, 'env'>>;

export type LaunchResult = Omit<ProcessResult, 'end'> & { exitCode: number };

/** A way to run one of the harness's own programs inside to its end. */
export type Launch = (request: LaunchRequest, maxOutputBytes?: number) => Promise<LaunchResult>;

/** The container runtime prints this if there is no room for threads of its own before it starts the program. */
const NO_THREADS = 'runtime/cgo: pthread_create failed';

/** Runs programs to their end, with room made for them if the agent has left none. */
export function launchBy(
  start: StartProcess,
  place: BoundedContainer,
  limits: { waitMs: number; seconds: number | null },
): Launch {
  return (request, maxOutputBytes = OUTPUT_LIMIT_BYTES) =>
    withRoom(place, request.argv, async () => {
      const asked = processOf(request, { seconds: limits.seconds, maxOutputBytes });
      const { end, ...output } = await start(asked, AbortSignal.timeout(limits.waitMs));
      if (isOutOfRoom(end) || output.stderr.includes(NO_THREADS)) return null;
      if (end.kind === 'exited' && !end.timedOut) return { ...output, exitCode: end.exitCode };
      throw new AssayError('SANDBOX_FAILED', describeFailure(end, request, limits.waitMs));
    });
}

/** The process that runs one of the harness's own programs. */
export function processOf(
  request: LaunchRequest,
  limits: Pick<ProcessRequest, 'seconds' | 'maxOutputBytes'>,
): ProcessRequest {
  return { env: {}, ...request, cwd: '/', ...limits };
}

export function isOutOfRoom(end: ProcessEnd): boolean {
  return end.kind === 'refused' && end.code === 'EAGAIN';
}

function describeFailure(end: ProcessEnd, { argv: [program] }: LaunchRequest, waitMs: number): string {
  if (end.kind === 'refused') return `The sandbox could not start ${program}: ${end.message}.`;
  if (end.kind === 'lost') return `The sandbox could not start ${program}: its own first process has ended.`;
  return `${program} did not end in the sandbox within ${waitMs / 1000} s.`;
}

/** Runs a program that must succeed. */
export async function launchOk(launch: Launch, request: LaunchRequest): Promise<LaunchResult> {
  const result = await launch(request);
  const { exitCode, stderr } = result;
  if (exitCode === 0) return result;
  const [program] = request.argv;
  const message = `${program} failed in the sandbox with exit code ${exitCode}: ${stderr.toString().trim()}`;
  throw new AssayError('SANDBOX_FAILED', message);
}
