import { AssayError } from '../base/assay-error.ts';
import type { TreeEntry } from '../contracts/evidence.ts';
import { LARGE_MIB } from './container-options.ts';
import type { Launch } from './launch.ts';
import type { FileTree } from './sandbox.ts';
import { pathOf, unpackTree } from './unpack-tree.ts';

const LIMIT_BYTES = 256 * 1024 ** 2;

/**
 * Runs as the agent, because without capabilities root cannot read the agent's private files. What the agent made
 * unreadable for itself is made readable first, so that nothing can be hidden that way. Files larger than any folder
 * can hold are mostly holes: they are listed first, and their zeros never read.
 */
const SCRIPT = `
present=()
for root in "$@"; do [[ -e $root ]] && present+=("\${root#/}"); done
(( \${#present[@]} )) || exit 0
find "\${present[@]}" -uid 10001 \\( -type d ! -perm -500 -exec chmod u+rx {} \\; \\
  -o -type f ! -perm -400 -exec chmod u+r {} + \\)
oversized=( -type f -size +${LARGE_MIB * 1024}k )
find "\${present[@]}" "\${oversized[@]}" -printf '%m %U %s %p\\0'
printf '\\0'
find "\${present[@]}" ! \\( "\${oversized[@]}" \\) -print0 |
  tar --create --format=gnu --file=- --null --no-recursion --verbatim-files-from --files-from=- |
  head --bytes=${LIMIT_BYTES}
exit "\${PIPESTATUS[1]}"
`;

/** tar's exit code where a file changed while it was read, as happens while the agent still runs. */
const CHANGED_WHILE_READ = 1;
/** Where one could not be read at all: a name longer than names can be is of the agent's making too. */
const LEFT_OUT = 2;

export async function readTree(launch: Launch, roots: readonly string[]): Promise<FileTree> {
  const argv = ['/bin/bash', '-c', SCRIPT, 'read-tree', ...roots];
  const { stdout, stderr, exitCode } = await launch({ argv }, LIMIT_BYTES);
  const isCut = stdout.length === LIMIT_BYTES;
  const isComplete = !isCut && exitCode !== LEFT_OUT;
  if (isComplete && exitCode !== 0 && exitCode !== CHANGED_WHILE_READ) {
    const reason = stderr.toString().trim();
    throw new AssayError(
      'SANDBOX_FAILED',
      `The files under ${roots.join(', ')} could not be read: ${reason}`,
    );
  }
  if (stdout.length === 0) return { entries: [], contents: new Map(), isComplete };
  const { listed, archive } = splitListing(stdout);
  const tree = await unpackTree(archive, roots, isComplete);
  return { ...tree, entries: [...listed, ...tree.entries] };
}

/** The list ends with an empty record: no name holds the byte that ends each. */
function splitListing(output: Buffer): { listed: TreeEntry[]; archive: Buffer } {
  const end = output[0] === 0 ? 0 : output.indexOf('\0\0') + 1;
  const records = output.subarray(0, end).toString('latin1').split('\0').slice(0, -1);
  return { listed: records.map(oversizedEntry), archive: output.subarray(end + 1) };
}

function oversizedEntry(record: string): TreeEntry {
  const [mode = '', owner = '', size = '', ...name] = record.split(' ');
  const path = pathOf(name.join(' '));
  return {
    ...{ path, kind: 'file', mode: Number.parseInt(mode, 8), owner: Number(owner), size: Number(size) },
    ...{ digest: null, target: null, content: null },
  };
}
