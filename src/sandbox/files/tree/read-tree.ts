import { AssayError } from '../../../base/assay-error.ts';
import { LARGE_MIB } from '../../docker/container-options.ts';
import type { Launch } from '../../docker/launch.ts';
import type { FileTree } from '../../sandbox.ts';
import { parseTree } from './parse-tree.ts';

/**
 * Runs inside and lists folders. It runs as the agent's user, because root without
 * capabilities cannot read that user's files.
 */
const READER = ['/usr/bin/python3', '-IS', '/usr/local/lib/assay/read-tree.py'];

const MIB = 1024 ** 2;
/**
 * More than all folders of a sandbox can hold, except for files with many names and holes, which take hardly
 * any room there. Lines are written in ASCII: a link of 4 KB that is not text takes 24 KB.
 */
const ROOM = { bytes: 256 * MIB, lines: 16 * MIB };
/** A separate limit, so that no number of files crowds out those that are asked for by name. */
const ROOM_OF_NAMED = { bytes: 128 * MIB, lines: 8 * MIB };
/** Includes the lines in between. */
const MAX_OUTPUT_BYTES = 640 * MIB;

/** Reads `named` first; below `roots`, as much as there is room for. */
export async function readTree(
  launch: Launch,
  roots: readonly string[],
  named: readonly string[],
): Promise<FileTree> {
  const stdin = Buffer.from(treeRequest('/', roots, named));
  const { stdout, stderr, exitCode } = await launch({ argv: READER, stdin }, MAX_OUTPUT_BYTES);
  if (exitCode === 0) return await parseTree(stdout);
  const reason = stderr.toString().trim().split('\n').at(-1);
  throw new AssayError(
    'SANDBOX_FAILED',
    `The files under ${roots.join(', ')} could not be read (exit code ${exitCode}): ${reason}`,
  );
}

/**
 * The input of `sandbox/read-tree.py`; `base` stands for the root of the sandbox. Each line is a value of JSON, which takes
 * no parser to read if it has no escapes.
 */
export function treeRequest(base: string, roots: readonly string[], named: readonly string[]): string {
  const rooms = [ROOM_OF_NAMED, ROOM].flatMap(({ bytes, lines }) => [bytes, lines]);
  const values = [base, LARGE_MIB * MIB, ...rooms, roots.length, ...roots, ...named];
  return values.map((value) => JSON.stringify(value)).join('\n');
}
