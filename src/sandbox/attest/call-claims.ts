import { constants } from 'node:os';
import { digestOf } from '../../base/digest.ts';
import type { AttestedClaim } from '../../contracts/attestation.ts';
import { claim } from './claim.ts';
import type { EngineView } from './claims.ts';
import type { InsideView } from './look-inside.ts';

type Kernel = Pick<EngineView, 'runtime' | 'seccomp'> & {
  /** The kernel's seccomp mode of a process. */
  filter: string;
};

/**
 * Checks that the filter is ours and tries what it has to refuse: the mere existence of a filter says little.
 */
export function callClaims(
  { calls }: Pick<InsideView, 'calls'>,
  { runtime, seccomp, filter }: Kernel,
  asked: Pick<EngineView, 'seccomp'>,
): AttestedClaim[] {
  const answersItself = runtime.startsWith(GVISOR);
  const sockets = FAMILIES.filter((family) => !isRefused(calls.get(family), NO_SUCH_FAMILY));
  const reached = RISKY_CALLS.filter((call) => !isRefused(calls.get(call)));
  return [
    claim(
      'Its system calls are filtered as asked.',
      seccomp === asked.seccomp && (filter === '2' || answersItself),
      [filter === '2' ? 'seccomp' : `runtime ${runtime}`, digestOf(seccomp)],
    ),
    claim('No socket gets round the network.', sockets.length === 0, describe(sockets, calls)),
    claim(
      'No call reaches parts of the host’s kernel that it has no use for.',
      reached.length === 0 || (answersItself && calls.size > 0),
      [
        ...(answersItself ? [`runtime ${runtime} answers each call itself`] : []),
        ...describe(reached, calls),
      ],
    ),
  ];
}

/** gVisor passes no call through to the host's kernel: what it does not refuse, it answers itself. */
const GVISOR = 'runsc';

const { EPERM, EACCES, ENOSYS, EAFNOSUPPORT } = constants.errno;
const NO_SUCH_FAMILY = [EAFNOSUPPORT];

/** Local sockets, IPv4, IPv6 and netlink exist; they end at the sandbox's own network. */
const PRESENT_FAMILIES = [1, 2, 10, 16];
const FAMILIES = Array.from({ length: 64 }, (_, family) => family)
  .filter((family) => !PRESENT_FAMILIES.includes(family))
  .map((family) => `socket ${family}`);

/** Calls that a container has no use for, and that engines deny by default. */
const RISKY_CALLS = [
  ...[
    'io_uring_setup',
    'io_uring_enter',
    'io_uring_register',
    'bpf',
    'perf_event_open',
    'userfaultfd',
    'syslog',
    'personality',
    'seccomp',
    'prctl',
    'memfd_secret',
  ],
  ...['io_setup', 'io_destroy', 'io_submit', 'io_cancel', 'io_getevents', 'io_pgetevents'],
  ...['add_key', 'request_key', 'keyctl'],
  ...['unshare', 'clone', 'clone3', 'setns', 'pidfd_getfd', 'kcmp', 'mbind'],
  ...['get_mempolicy', 'set_mempolicy', 'move_pages'],
  ...['mount', 'umount2', 'open_tree', 'move_mount', 'mount_setattr', 'pivot_root', 'quotactl'],
  ...['fsopen', 'fsconfig', 'fsmount', 'fspick', 'fanotify_init', 'open_by_handle_at'],
  ...['acct', 'swapon', 'swapoff', 'reboot', 'settimeofday', 'clock_settime', 'sethostname'],
  ...['kexec_load', 'kexec_file_load', 'init_module', 'finit_module', 'delete_module'],
];

function isRefused(error: number | undefined, others: readonly number[] = []): boolean {
  return error !== undefined && [EPERM, EACCES, ENOSYS, ...others].includes(error);
}

function describe(names: readonly string[], calls: InsideView['calls']): string[] {
  return names.map((name) => {
    const error = calls.get(name);
    if (error === undefined) return `${name}: not tried`;
    return error === 0 ? `${name}: done` : `${name}: error ${error}`;
  });
}
