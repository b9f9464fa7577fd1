import { AssayError } from '../../base/assay-error.ts';
import { hostPrograms } from '../../host/host-programs.ts';

export type GitCall = {
  repository: string;
  signal: AbortSignal;
  maxBytes: number;
  input?: string;
  /** Settings in addition to those that always apply. */
  settings?: readonly string[];
  /** Allows HTTP without TLS, for a repository on this machine that the user has named. */
  allowHttp?: boolean;
};

/**
 * Runs git in a bare repository of ours. Nothing that the server sends may run, nothing may prompt, and the
 * environment of this process (inside a git hook, for example) must not choose another repository.
 */
export async function git(args: readonly string[], call: GitCall): Promise<Uint8Array> {
  const overrides = [...OVERRIDES, ...(call.settings ?? [])].flatMap((setting) => ['-c', setting]);
  await using host = await hostPrograms();
  const result = await host.run('git', [`--git-dir=${call.repository}`, ...overrides, ...args], {
    encoding: 'buffer',
    reject: false,
    env: environment(call.allowHttp === true),
    input: call.input ?? '',
    cancelSignal: call.signal,
    maxBuffer: call.maxBytes,
  });
  if (!result.failed) return result.stdout;
  const reason = result.isCanceled ? 'it took too long' : complaintIn(result.stderr) || result.shortMessage;
  const sentence = `${reason}`.replace(/(?<!\.)\.*$/, '.');
  throw new AssayError('SOURCE_UNREACHABLE', `git ${args[0]} failed: ${sentence}`, { cause: result });
}

/** These override every configuration file, including the user's own. */
const OVERRIDES = [
  'core.attributesFile=/dev/null',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.bigFileThreshold=16m',
  'fetch.recurseSubmodules=false',
  'fetch.unpackLimit=1',
  'fetch.uriProtocols=',
  'gc.auto=0',
  'pack.threads=1',
  'maintenance.auto=false',
  'protocol.ext.allow=never',
  'transfer.bundleURI=false',
];

function environment(allowHttp: boolean): Record<string, string | undefined> {
  return {
    // A few bytes of a pack can stand for an object of any size, and git holds an object that it has to put together.
    GIT_ALLOC_LIMIT: '256m',
    GIT_ALLOW_PROTOCOL: `https:ssh:file${allowHttp ? ':http' : ''}`,
    GIT_ASKPASS: '',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_ATTR_SOURCE: undefined,
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_SSH_COMMAND: process.env['GIT_SSH_COMMAND'] ?? 'ssh -oBatchMode=yes',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALTERNATE_OBJECT_DIRECTORIES: undefined,
    GIT_COMMON_DIR: undefined,
    GIT_INDEX_FILE: undefined,
    GIT_OBJECT_DIRECTORY: undefined,
    GIT_SHALLOW_FILE: undefined,
    GIT_WORK_TREE: undefined,
  };
}

/** The first line in which git says what is wrong; the lines around it are progress and advice. */
function complaintIn(output: Uint8Array): string {
  return /^(?:fatal|error|remote): .*$/m.exec(Buffer.from(output).toString())?.[0] ?? '';
}
