import { AssayError } from '../../base/assay-error.ts';
import type { ExecOutput, ExecRequest } from './exec.ts';

export type LaunchRequest = Pick<ExecRequest, 'argv' | 'env'> & { stdin?: Uint8Array };

export type LaunchResult = ExecOutput & { exitCode: number };

/** A way to run one of the harness's own programs inside to its end. */
export type Launch = (request: LaunchRequest, maxOutputBytes?: number) => Promise<LaunchResult>;

/** Runs a program that must succeed. */
export async function launchOk(launch: Launch, request: LaunchRequest): Promise<ExecOutput> {
  const { exitCode, ...output } = await launch(request);
  if (exitCode === 0) return output;
  const [program] = request.argv;
  const message = `${program} failed in the sandbox with exit code ${exitCode}: ${output.stderr.toString().trim()}`;
  throw new AssayError('SANDBOX_FAILED', message);
}
