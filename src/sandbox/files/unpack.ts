import { AssayError } from '../../base/assay-error.ts';
import { LARGE_MIB, SMALL_MIB } from '../docker/container-options.ts';
import type { Launch } from '../docker/launch.ts';
import type { SandboxContents, SandboxEntry } from '../sandbox.ts';
import { packContents } from './pack-files.ts';

const UNPACK = ['/bin/tar', '--extract', '--directory=/', '--no-same-owner'];

/** More than all folders of a sandbox hold together, except for holes. */
const MAX_BYTES = 256 * 1024 ** 2;
/** The limit for all names and link targets together: a few short links can resolve to very long ones. */
const MAX_CHARACTERS = 16 * 1024 ** 2;

/** Unpacks files as their owner: root has no capability to give files away. */
export async function unpack(launch: Launch, contents: SandboxContents): Promise<void> {
  const { files, entries = [] } = contents;
  if (files.length + entries.length === 0) return;
  const bytes = [...new Set(files.map(({ content }) => content))].reduce(
    (sum, { length }) => sum + length,
    0,
  );
  if (bytes > MAX_BYTES) throw noRoom(`they have ${bytes} bytes`);
  const characters = [...files.map(({ path }) => path), ...entries.flatMap(textsOf)].reduce(
    (sum, { length }) => sum + length,
    0,
  );
  if (characters > MAX_CHARACTERS) throw noRoom(`their names have ${characters} characters`);
  const { exitCode, stderr } = await launch({ argv: UNPACK, stdin: await packContents(contents) });
  if (exitCode !== 0) throw noRoom(stderr.toString().trim());
}

function textsOf(entry: SandboxEntry): string[] {
  if (entry.kind === 'link') return [entry.path, entry.target];
  return entry.kind === 'name' ? [entry.path, entry.of] : [entry.path];
}

function noRoom(detail: string): AssayError {
  const room = `a mount takes ${LARGE_MIB} MiB, the home ${SMALL_MIB} MiB, and the workspace ${LARGE_MIB} MiB unless a suite says otherwise`;
  return new AssayError(
    'SANDBOX_FAILED',
    `Files could not be put into the sandbox, where ${room}: ${detail}`,
  );
}
