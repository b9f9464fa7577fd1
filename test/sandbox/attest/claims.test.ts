import { expect, test } from 'vitest';
import {
  claimsOf,
  type EngineView,
  type Expectation,
  type RequestedLimits,
} from '../../../src/sandbox/attest/claims.ts';
import { type InsideView, viewOf } from '../../../src/sandbox/attest/look-inside.ts';
import { parseSections } from '../../../src/sandbox/bytes/sections.ts';

const ENGINE_ASKED = {
  name: 'assay-20001',
  memory: 1024,
  memorySwap: 1024,
  pids: 256,
  nanoCpus: 1e9,
  seccomp: '{}',
};
const ASKED: RequestedLimits = { ...ENGINE_ASKED, agent: 20_001 };
const EXPECTED: Expectation = { imageDigest: 'sha256:1', runtime: null, skills: [] };
const ENGINE: EngineView = {
  ...ENGINE_ASKED,
  image: 'sha256:1',
  runtime: 'runc',
  networkMode: 'none',
  mounts: [],
  privileged: false,
  readOnly: true,
};

const FILES = {
  '/proc/self/status': [
    'Uid:\t20001\t20001\t20001\t20001',
    'Gid:\t20001\t20001\t20001\t20001',
    ...['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map((set) => `${set}:\t0000000000000000`),
    'NoNewPrivs:\t1',
    'Seccomp:\t2',
  ].join('\n'),
  '/proc/net/dev': 'Inter-|   Receive\n face |bytes\n    lo:       0       0',
  '/proc/net/route': 'Iface\tDestination\tGateway',
  '/proc/net/ipv6_route': '00000000000000000000000000000000 00 00200200       lo',
  '/etc/resolv.conf': 'nameserver 127.0.0.1',
  '/sys/fs/cgroup/memory/memory.limit_in_bytes': '1024',
  '/sys/fs/cgroup/pids/pids.max': '256',
  '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '100000',
  '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000',
};

/** As `sandbox/try-calls.pl` prints them where all is refused. */
const CALLS = [
  ...Array.from({ length: 64 }, (_, family) => `socket ${family} 1`),
  ...[
    ...['io_uring_setup', 'bpf', 'perf_event_open', 'userfaultfd', 'syslog', 'personality', 'add_key'],
    ...['seccomp', 'prctl', 'memfd_secret'],
    ...['request_key', 'keyctl', 'unshare', 'clone', 'setns', 'pidfd_getfd', 'kcmp', 'mbind', 'mount'],
    ...['open_tree', 'fsopen', 'fanotify_init', 'open_by_handle_at', 'kexec_load', 'init_module'],
    ...['io_uring_enter', 'io_uring_register', 'get_mempolicy', 'set_mempolicy', 'move_pages', 'umount2'],
    ...['move_mount', 'mount_setattr', 'pivot_root', 'quotactl', 'fsconfig', 'fsmount', 'fspick', 'acct'],
    ...['swapon', 'swapoff', 'reboot', 'settimeofday', 'clock_settime', 'sethostname', 'kexec_file_load'],
    ...['finit_module', 'delete_module', 'io_setup', 'io_destroy', 'io_submit', 'io_cancel'],
    ...['io_getevents', 'io_pgetevents'],
  ].map((call) => `${call} 1`),
  'clone3 38',
].join('\n');

function inside(files: Record<string, string> = {}, more: Partial<InsideView> = {}): InsideView {
  const text = Object.entries({ ...FILES, ...files }).map(([name, content]) => `== ${name}\n${content}\n`);
  const rest =
    '== variables\nPATH\nHOME\n== connection 169.254.169.254/80\nbash: connect: Network is unreachable\n';
  return { ...viewOf(parseSections(`${text.join('')}${rest}== calls\n${CALLS}\n`)), ...more };
}

function broken(view: InsideView, engine: Partial<EngineView> = {}, expected = EXPECTED): string[] {
  const claims = claimsOf(view, { ...ENGINE, ...engine }, expected, ASKED);
  return claims.filter(({ holds }) => !holds).map(({ claim }) => claim);
}

test('every claim holds for a proper sandbox and states what was found', () => {
  const claims = claimsOf(inside(), ENGINE, EXPECTED, ASKED);
  expect(claims.filter(({ holds }) => !holds)).toEqual([]);
  expect(claims.every(({ found }) => found !== '')).toBe(true);
});

test('a sandbox that reveals nothing about itself meets no claim', () => {
  const nothing = viewOf(new Map());
  expect(broken(nothing)).toEqual(
    expect.arrayContaining([
      'There is no network but the loopback.',
      'No route leads out.',
      'Neither the host nor a metadata service can be reached.',
      'The agent is not root.',
      'No other sandbox has its user.',
      'It has no capability, and can be given none.',
      'It cannot gain privileges.',
      'Its system calls are filtered as asked.',
      'No socket gets round the network.',
      'No call reaches parts of the host’s kernel that it has no use for.',
      'No variable looks like a key.',
    ]),
  );
});

const status = (field: string, value: string) => ({
  '/proc/self/status': FILES['/proc/self/status'].replace(
    new RegExp(`^${field}:.*$`, 'm'),
    `${field}:\t${value}`,
  ),
});

test.each<[string, Record<string, string>, string]>([
  [
    'another interface',
    { '/proc/net/dev': `${FILES['/proc/net/dev']}\n  eth0: 0` },
    'There is no network but the loopback.',
  ],
  ['a route', { '/proc/net/route': 'Iface\neth0\t00000000\t010011AC' }, 'No route leads out.'],
  ['an IPv6 route', { '/proc/net/ipv6_route': '0000 00 00200200     eth0' }, 'No route leads out.'],
  [
    'a name server',
    { '/etc/resolv.conf': 'nameserver 127.0.0.1\nnameserver 10.0.0.2' },
    'No name server is beyond the loopback.',
  ],
  [
    'the user of another sandbox',
    status('Uid', '20002\t20002\t20002\t20002'),
    'No other sandbox has its user.',
  ],
  [
    'the group of another sandbox',
    status('Gid', '20001\t20001\t20001\t20002'),
    'No other sandbox has its user.',
  ],
  ['a capability', status('CapBnd', '00000000a80425fb'), 'It has no capability, and can be given none.'],
  ['a way to gain privileges', status('NoNewPrivs', '0'), 'It cannot gain privileges.'],
  ['no filter', status('Seccomp', '0'), 'Its system calls are filtered as asked.'],
  [
    'more memory',
    { '/sys/fs/cgroup/memory/memory.limit_in_bytes': '2048' },
    'Memory, processes and processor time are limited as asked.',
  ],
  [
    'all processors',
    { '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1' },
    'Memory, processes and processor time are limited as asked.',
  ],
])('%s breaks one claim', (_what, files, claim) => {
  expect(broken(inside(files))).toEqual([claim]);
});

test.each([
  ['root', '0\t0\t0\t0'],
  ['a user that can become root', '20001\t20001\t0\t20001'],
])('%s breaks the claims that the agent is not root and that its user is its own', (_what, numbers) => {
  expect(broken(inside(status('Uid', numbers)))).toEqual([
    'The agent is not root.',
    'No other sandbox has its user.',
  ]);
});

test.each<[string, Partial<InsideView>, string]>([
  ['a skill in a baseline', { skills: ['tidy'] }, 'No skill is visible.'],
  ['the grading files', { present: ['/grade'] }, 'Nothing that grading needs is there.'],
  ["the engine's socket", { present: ['/var/run/docker.sock'] }, 'No engine can be asked.'],
  ['a key', { variables: ['PATH', 'ANTHROPIC_API_KEY'] }, 'No variable looks like a key.'],
  [
    'an address that refuses',
    { connections: new Map([['1.2.3.4/80', 'Connection refused']]) },
    'Neither the host nor a metadata service can be reached.',
  ],
  [
    'an address that stays silent',
    { connections: new Map([['1.2.3.4/80', '']]) },
    'Neither the host nor a metadata service can be reached.',
  ],
])('%s breaks one claim', (_what, more, claim) => {
  expect(broken(inside({}, more))).toEqual([claim]);
});

test.each<[string, Partial<EngineView>, string]>([
  ['another image', { image: 'sha256:2' }, 'The image is the planned one.'],
  ['a mount', { mounts: ['/var/run'] }, 'Nothing of the host is mounted.'],
  ['a writable root', { readOnly: false }, 'The root file system is read-only.'],
  ['swap', { memorySwap: 4096 }, 'Memory, processes and processor time are limited as asked.'],
  ['privileges', { privileged: true }, 'The agent is not root.'],
  ["the engine's own filter", { seccomp: '' }, 'Its system calls are filtered as asked.'],
])('%s breaks one claim', (_what, engine, claim) => {
  expect(broken(inside(), engine)).toEqual([claim]);
});

test('the with-skill arm must have its own skill and no other', () => {
  const expected = { ...EXPECTED, skills: ['tidy'] };
  const claim = 'The skill under test is visible, and no other.';
  expect(broken(inside({}, { skills: ['tidy'] }), {}, expected)).toEqual([]);
  expect(broken(inside(), {}, expected)).toEqual([claim]);
  expect(broken(inside({}, { skills: ['tidy', 'more'] }), {}, expected)).toEqual([claim]);
});

test('a runtime that handles every system call itself needs no filter', () => {
  expect(broken(inside(status('Seccomp', '0')), { runtime: 'runsc' })).toEqual([]);
});

const NETWORK = 'No socket gets round the network.';
const KERNEL = 'No call reaches parts of the host’s kernel that it has no use for.';

test.each([
  ['vsock', 'socket 40', 0, NETWORK],
  ['a supported family with an unsupported type', 'socket 38', 94, NETWORK],
  ['io_uring', 'io_uring_setup', 14, KERNEL],
  ['asynchronous I/O', 'io_setup', 14, KERNEL],
  ['memory that no tracer can read', 'memfd_secret', 22, KERNEL],
  ['a process that no tracer can read', 'prctl', 0, KERNEL],
  ['a new namespace', 'unshare', 0, KERNEL],
  ['a call that got as far as its arguments', 'mount', 14, KERNEL],
])(
  'a call to %s that is not refused breaks one claim, as does one that was not tried',
  (_what, call, error, claim) => {
    const { calls } = inside();
    expect(broken(inside({}, { calls: new Map([...calls, [call, error]]) }))).toEqual([claim]);
    expect(broken(inside({}, { calls: new Map([...calls].filter(([name]) => name !== call)) }))).toEqual([
      claim,
    ]);
  },
);

test('a runtime that handles every system call itself may allow one, but no socket may bypass the network', () => {
  const { calls } = inside();
  const answering = inside({}, { calls: new Map([...calls, ['unshare', 0], ['socket 40', 0]]) });
  expect(broken(answering, { runtime: 'runsc' })).toEqual([NETWORK]);
  const found = claimsOf(answering, { ...ENGINE, runtime: 'runsc' }, EXPECTED, ASKED);
  expect(found.find(({ claim }) => claim === KERNEL)?.found).toBe(
    'runtime runsc answers each call itself, unshare: done',
  );
  expect(broken(inside({}, { calls: new Map() }), { runtime: 'runsc' })).toEqual([NETWORK, KERNEL]);
});
