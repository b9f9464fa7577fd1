import { AssayError } from '../../base/assay-error.ts';
import type { Launch } from '../docker/launch.ts';
import type { SandboxFile } from '../sandbox.ts';

/** Runs as the agent's user, who then owns the files, and can write no more than the agent could. */
const PUTTER = ['/usr/bin/python3', '-IS', '/usr/local/lib/assay/put-files.py'];

/** Puts files in the place of whatever is there, without following links. `base` stands for the root of the sandbox. */
export async function putFiles(launch: Launch, files: readonly SandboxFile[], base = '/'): Promise<void> {
  const { exitCode, stderr } = await launch({ argv: PUTTER, stdin: packed(files, base) });
  if (exitCode === 0) return;
  const reason = stderr.toString().trim().split('\n').at(-1);
  throw new AssayError(
    'SANDBOX_FAILED',
    `Files could not be put into the workspace (exit code ${exitCode}): ${reason}`,
  );
}

function packed(files: readonly SandboxFile[], base: string): Buffer {
  const listed = files.map(({ path, executable, content }) => ({ path, executable, bytes: content.length }));
  const head = Buffer.from(`${JSON.stringify({ base, files: listed })}\n`);
  return Buffer.concat([head, ...files.map(({ content }) => content)]);
}
