import { AssayError } from '../base/assay-error.ts';
import { AGENT } from './container-options.ts';
import type { Place } from './exec.ts';
import { harnessExec } from './harness-exec.ts';
import type { FileTree } from './sandbox.ts';
import { unpackTree } from './unpack-tree.ts';

const LIMIT_BYTES = 256 * 1024 ** 2;

/**
 * Runs as the agent, because without capabilities root cannot read the agent's private files. What the agent made
 * unreadable for itself is made readable first, so that nothing can be hidden that way.
 */
const SCRIPT = `
present=()
for root in "$@"; do [[ -e $root ]] && present+=("\${root#/}"); done
(( \${#present[@]} )) || exit 0
find "\${present[@]}" -uid 10001 \\( -type d ! -perm -500 -exec chmod u+rx {} \\; \\
  -o -type f ! -perm -400 -exec chmod u+r {} + \\)
tar --create --format=gnu --file=- -- "\${present[@]}" | head --bytes=${LIMIT_BYTES}
exit "\${PIPESTATUS[0]}"
`;

/** tar's exit code where a file changed while it was read, as happens while the agent still runs. */
const CHANGED_WHILE_READ = 1;

export async function readTree(place: Place, roots: readonly string[]): Promise<FileTree> {
  const argv = ['/bin/bash', '-c', SCRIPT, 'read-tree', ...roots];
  const { stdout, stderr, exitCode } = await harnessExec(place, { argv, user: AGENT }, LIMIT_BYTES);
  if (stdout.length === LIMIT_BYTES) {
    const limit = `${LIMIT_BYTES / 1024 ** 2} MiB`;
    throw new AssayError('SANDBOX_FAILED', `The files under ${roots.join(', ')} are larger than ${limit}.`);
  }
  if (exitCode !== 0 && exitCode !== CHANGED_WHILE_READ) {
    const reason = stderr.toString().trim();
    throw new AssayError(
      'SANDBOX_FAILED',
      `The files under ${roots.join(', ')} could not be read: ${reason}`,
    );
  }
  return unpackTree(stdout, roots);
}
