import { AssayError } from '../base/assay-error.ts';
import { LARGE_MIB, SMALL_MIB } from './container-options.ts';
import type { Launch } from './launch.ts';
import { packFiles } from './pack-files.ts';
import type { SandboxFile } from './sandbox.ts';

const UNPACK = ['/bin/tar', '--extract', '--directory=/', '--no-same-owner'];

/** Unpacked by their owner: root has no capability to give files away. */
export async function unpack(launch: Launch, files: readonly SandboxFile[]): Promise<void> {
  if (files.length === 0) return;
  const { exitCode, stderr } = await launch({ argv: UNPACK, stdin: await packFiles(files) });
  if (exitCode === 0) return;
  const room = `a mount or the workspace takes ${LARGE_MIB} MiB, the home ${SMALL_MIB} MiB`;
  const message = `Files could not be put into the sandbox, where ${room}: ${stderr.toString().trim()}`;
  throw new AssayError('SANDBOX_FAILED', message);
}
