import { array, assert, constantFrom, nat, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProcessEvent } from '../../../src/contracts/process-event.ts';
import { TraceReader } from '../../../src/sandbox/audit/trace-reader.ts';
import { TRACE_FOLDER, traced, tracePipe } from '../../../src/sandbox/audit/tracer.ts';

function read(lines: readonly string[], pieceLength = Infinity): TraceReader {
  const watch = {
    paths: ['/home/agent/.aws', '/skills'],
    objects: ['/home/agent/.aws/c'],
    pipes: TRACE_FOLDER,
  };
  const reader = new TraceReader(watch, isTelling);
  const text = lines.map((line) => `${line}\n`).join('');
  for (let at = 0; at < text.length; at += pieceLength) reader.push(text.slice(at, at + pieceLength));
  return reader;
}

/** Whoever starts `sudo`, or opens what is secret. */
function isTelling(event: ProcessEvent): boolean {
  if (event.kind === 'exec') return event.files.some((path) => path.endsWith('/sudo'));
  return event.kind === 'open';
}

const NOTHING = { events: [], opened: [], dropped: { events: 0, withoutWay: 0 }, complete: true, gaps: [] };
const TOO_MANY = 'more events that an oracle would report than are kept';
const EXEC = '12    execve("/usr/bin/curl", ["curl", "-s", "http://1.2.3.4/"], 0x1 /* 8 vars */) = 0';
const END = '12    +++ exited with 0 +++';

const STORY = [
  '10    clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD <unfinished ...>',
  '12    execve("/usr/bin/curl", ["curl", "-s"], 0x1 /* 8 vars */ <unfinished ...>',
  '10    <... clone resumed>, child_tidptr=0x7f) = 12',
  '12    <... execve resumed>)             = 0',
  '12    openat(AT_FDCWD</workspace>, "l/x", O_RDONLY) = 3</home/agent/.aws/credentials>',
  '12    socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_TCP) = 3<socket:[1]>',
  '12    connect(3<socket:[1]>, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("1.2.3.4")}, 16) = -1 ENETUNREACH (Network is unreachable)',
  '12    --- SIGTERM {si_signo=SIGTERM, si_code=SI_USER, si_pid=10, si_uid=10001} ---',
  '12    +++ killed by SIGTERM +++',
  '10    +++ exited with 0 +++',
];

const TOLD = [
  {
    kind: 'exec',
    pid: 12,
    program: '/usr/bin/curl',
    files: ['/usr/bin/curl'],
    argv: ['curl', '-s'],
    isCut: false,
    error: null,
  },
  { kind: 'open', pid: 12, path: '/home/agent/.aws/credentials', error: null },
  { kind: 'connect', pid: 12, address: '1.2.3.4:80', transport: 'tcp', error: 'ENETUNREACH' },
];

test('a thread that starts a program takes the number of its process', () => {
  const reader = read([
    '10    clone(child_stack=NULL, flags=SIGCHLD) = 12',
    '12    clone(child_stack=0x7f, flags=CLONE_VM|CLONE_THREAD) = 13',
    '12    openat(AT_FDCWD</>, "x", O_RDONLY <unfinished ...>',
    '13    execve("/bin/true", ["true"], 0x7ffe /* 7 vars */ <pid changed to 12 ...>',
    '12    +++ superseded by execve in pid 13 +++',
    '12    <... execve resumed>)             = -1 (errno 18446744073709551359)',
    '12    +++ exited with 0 +++',
    '10    +++ exited with 0 +++',
  ]);
  expect(reader.record()).toMatchObject({
    complete: true,
    gaps: [],
    events: [{ kind: 'exec', pid: 12, program: '/bin/true', argv: ['true'] }],
  });
  expect(reader.living).toBe(0);
});

describe('a thread that starts a program while other processes are recorded', () => {
  const lines = [
    '12    clone(child_stack=0x7f, flags=CLONE_VM|CLONE_THREAD) = 13',
    '12    openat(AT_FDCWD</>, "/skills/a", O_RDONLY <unfinished ...>',
    '13    execve("/usr/bin/sudo", ["sudo"], 0x7ffe /* 7 vars */ <unfinished ...>',
    '12    +++ superseded by execve in pid 13 +++',
    '12    <... execve resumed>)             = -1 (errno 18446744073709551359)',
  ];
  const start = { kind: 'exec', pid: 12, program: '/usr/bin/sudo', error: null };
  const opening = { kind: 'open', pid: 12, path: '/skills/a', error: 'interrupted' };

  test('takes over the number of the first thread', () => {
    const [cloned = '', opened = '', ...others] = lines;
    const ended = `${opened.replace(' <unfinished ...>', '')}) = -1 ENOENT (x)`;
    const reader = read([cloned, ended, ...others, END]);
    expect(reader.record()).toMatchObject({ events: [{ kind: 'open' }, start], complete: true, gaps: [] });
    expect(reader.living).toBe(0);
  });

  test('hides nothing that the first thread had begun', () => {
    const reader = read([...lines, END]);
    expect(reader.record()).toMatchObject({ events: [opening, start], complete: true, gaps: [] });
  });

  test('is missed if its tracer ends before it', () => {
    expect(read(lines).record().gaps).toEqual(['the end of 1 processes was not recorded']);
  });
});

test('a process that a thread took over is missed if its tracer ends first', () => {
  const reader = read([
    '12    clone(child_stack=0x7f, flags=CLONE_VM|CLONE_THREAD) = 13',
    '13    execve("/bin/true", ["true"], 0x7ffe /* 7 vars */ <pid changed to 12 ...>',
    '12    +++ superseded by execve in pid 13 +++',
    '12    <... execve resumed>)             = -1 (errno 18446744073709551359)',
  ]);
  expect(reader.record().gaps).toEqual(['the end of 1 processes was not recorded']);
});

test('a consistent record is complete', () => {
  const reader = read(STORY);
  expect(reader.record()).toEqual({ ...NOTHING, events: TOLD });
  expect(reader.living).toBe(0);
});

test('the record may arrive in pieces of any size', () => {
  assert(
    property(nat({ max: 100 }), (length) => {
      expect(read(STORY, length + 1).record()).toEqual(read(STORY).record());
    }),
  );
});

test.each([
  [
    'a file of the skill',
    '12 open("/skills/a/SKILL.md", O_RDONLY) = 3</skills/a/SKILL.md>',
    '/skills/a/SKILL.md',
  ],
  [
    'a file through a relative name that is refused',
    '12 openat(AT_FDCWD</home/agent>, ".aws/x", O_RDONLY) = -1 EACCES (x)',
    '/home/agent/.aws/x',
  ],
])('%s is recorded as an opening of a watched path', (_what, line, path) => {
  expect(read([line, END]).record()).toMatchObject({ complete: true, events: [{ kind: 'open', path }] });
});

const TO = '{sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("8.8.8.8")}';
const TO_6 =
  '{sa_family=AF_INET6, sin6_port=htons(53), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}';

test.each([
  ['sendto', `12 sendto(3<socket:[1]>, "k"..., 900, 0, ${TO}, 16) = -1 ENETUNREACH (x)`, ['8.8.8.8:53']],
  [
    'sendmsg',
    `12 sendmsg(3<socket:[1]>, {msg_name=${TO_6}, msg_namelen=28, msg_iov=[{iov_base="k", iov_len=1}], msg_iovlen=1, msg_controllen=0, msg_flags=0}, 0) = 1`,
    ['[2001:db8::1]:53'],
  ],
  [
    'sendmmsg',
    `12 sendmmsg(3<socket:[1]>, [{msg_hdr={msg_name=${TO}, msg_namelen=16}, msg_len=1}, {msg_hdr={msg_name=${TO_6}, msg_namelen=28}, msg_len=1}], 2, 0) = 2`,
    ['8.8.8.8:53', '[2001:db8::1]:53'],
  ],
])('data sent by %s without a connection is recorded with its destination', (_call, line, addresses) => {
  const { events, gaps } = read([line, END]).record();
  expect(events.map((event) => event.kind === 'connect' && event.address)).toEqual(addresses);
  expect(gaps).toEqual([]);
});

describe('the transport of a connection is recognised', () => {
  const transports = (...lines: readonly string[]) =>
    read([...lines.map((line) => `12 ${line}`), END])
      .record()
      .events.flatMap((event) => (event.kind === 'connect' ? [event.transport] : []));
  const connect = (number: number) => `connect(5<socket:[${number}]>, ${TO}, 16) = 0`;

  test.each([
    ['TCP', 'AF_INET, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_IP', 'tcp'],
    ['TCP by its protocol', 'AF_INET, SOCK_STREAM, IPPROTO_TCP', 'tcp'],
    ['TCP over IPv6', 'AF_INET6, SOCK_STREAM|SOCK_NONBLOCK, IPPROTO_IP', 'tcp'],
    ['TCP over several paths', 'AF_INET, SOCK_STREAM, IPPROTO_MPTCP', 'tcp'],
    ['UDP', 'AF_INET, SOCK_DGRAM|SOCK_CLOEXEC, IPPROTO_IP', 'other'],
    ['UDP over IPv6', 'AF_INET6, SOCK_DGRAM, IPPROTO_UDP', 'other'],
    ['another protocol with streams', 'AF_INET, SOCK_STREAM, IPPROTO_SCTP', 'other'],
  ])('%s', (_what, asked, transport) => {
    expect(transports(`socket(${asked}) = 3<socket:[7]>`, connect(7))).toEqual([transport]);
  });

  test('for a socket that another process made, but not for one of unknown origin', () => {
    const made = '13 socket(AF_INET, SOCK_STREAM, IPPROTO_IP) = 3<socket:[7]>';
    const { events } = read([made, `12 ${connect(7)}`, `12 ${connect(8)}`]).record();
    expect(events).toMatchObject([{ transport: 'tcp' }, { transport: 'other' }]);
  });

  test('as none for a local socket', () => {
    expect(transports('connect(3<socket:[7]>, {sa_family=AF_UNIX, sun_path="/a.sock"}, 16) = 0')).toEqual([
      null,
    ]);
  });

  test('for the latest sockets, even after a flood of them', () => {
    const flood = Array.from(
      { length: 70_000 },
      (_, index) => `socket(AF_INET, SOCK_STREAM, IPPROTO_IP) = 3<socket:[${index}]>`,
    );
    expect(transports(...flood, connect(0), connect(69_999))).toEqual(['other', 'tcp']);
  });
});

const UNSPEC = '{sa_family=AF_UNSPEC, sa_data="\\0005\\10\\10\\10\\10\\0\\0\\0\\0\\0\\0\\0\\0"}';
const RIGHTS =
  '[{cmsg_len=20, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS, cmsg_data=[8</tmp/a\\"{sa_family=x>]}]';

test.each([
  ['without a family', `sendto(3<socket:[1]>, "k", 1, 0, ${UNSPEC}, 16) = -1 ENETUNREACH (x)`, '8.8.8.8:53'],
  [
    'without a family, in a message',
    `sendmsg(3<socket:[1]>, {msg_name=${UNSPEC}, msg_namelen=16, msg_iov=[{iov_base="\\"{sa_family=", iov_len=1}], msg_iovlen=1}, 0) = 1`,
    '8.8.8.8:53',
  ],
  [
    'after another message with descriptors',
    `sendmmsg(3<socket:[1]>, [{msg_hdr={msg_name=NULL, msg_namelen=0, msg_control=${RIGHTS}}}, {msg_hdr={msg_name=${TO}, msg_namelen=16}}], 2, 0) = 2`,
    '8.8.8.8:53',
  ],
  [
    'as a dangling local socket',
    'connect(3<socket:[1]>, {sa_family=AF_UNIX, sun_path="/x"}, 16) = -1 ENETUNREACH (x)',
    'unknown',
  ],
  [
    'as no address',
    'sendmsg(3<socket:[1]>, {msg_name=NULL, msg_namelen=0}, 0) = -1 EHOSTUNREACH (x)',
    'unknown',
  ],
])('an outside address that is given %s is recorded', (_how, call, address) => {
  expect(read([`12 ${call}`, END]).record()).toMatchObject({
    events: [{ kind: 'connect', address }],
    gaps: [],
  });
});

test.each([
  [
    'of an unknown family',
    'sendto(3<socket:[1]>, "k", 1, 0, {sa_family=0x63 /* AF_??? */, sa_data="\\0"}, 16) = 1',
  ],
  ['that is too short', 'sendto(3<socket:[1]>, "k", 1, 0, {sa_family=AF_INET, sa_data="\\0005\\10"}, 5) = 1'],
  ['in memory that cannot be read', 'sendto(3<socket:[1]>, "k", 1, 0, 0x7f0000001000, 16) = 1'],
  ['in memory that cannot be read, of a connection', 'connect(3<socket:[1]>, 0x10000, 16)  = 0'],
  ['in a message that cannot be read', 'sendmsg(3<socket:[1]>, 0x10000, 0) = 1'],
  [
    'of a message, in memory that cannot be read',
    'sendmsg(3<socket:[1]>, {msg_name=0x10000, msg_namelen=16}, 0) = 1',
  ],
  [
    'in messages after the first, which alone is readable',
    `sendmmsg(3<socket:[1]>, [{msg_hdr={msg_name=${TO}, msg_namelen=16}}, ... /* 0x7f681bf29000 */], 2, 0) = 2`,
  ],
])('an address %s leaves a gap, unless the kernel refused it too', (_what, call) => {
  const gaps = ['something was sent to an address that could not be read'];
  expect(read([`12 ${call}`, END]).record().gaps).toEqual(gaps);
  const refused = call.replace(/ = \d+$/, ' = -1 EFAULT (Bad address)');
  expect(read([`12 ${refused}`, END]).record().gaps).toEqual([]);
});

const UNREAD = 'a call could not be read';

test.each([
  ['the start of a program', 'execve(0x7f53e0, 0x7f83b0, 0x7f5450) = 0'],
  ['the start of a missing program', 'execve(0x7f53e0, 0x7f83b0, 0x7f5450) = -1 ENOENT (x)'],
  ['the start of a program that was interrupted', 'execve(0x7f53e0, 0x7f83b0, 0x7f5450) = ?'],
  ['the start of a program by a descriptor', 'execveat(3, 0x7f53e0, 0x7f83b0, 0x7f5450, AT_EMPTY_PATH) = 0'],
  ['a list of arguments', 'execve("/bin/a", 0x7f83b0, NULL) = 0'],
  ['one argument of several', 'execve("/bin/a", ["a", 0x7f83b0, "b"], NULL) = 0'],
  ['the first argument', 'execve("/bin/a", [0x7f83b0, "b"], NULL) = 0'],
  ['the rest of the arguments', 'execve("/bin/a", ["a", ... /* 0x7f83b0 */], NULL) = 0'],
  ['the target of a link', 'symlink(0x7f53e0, "b") = 0'],
  ['the name of a link', 'symlinkat("a", AT_FDCWD</tmp>, 0x7f53e0) = 0'],
  ['the target of a hard link', 'linkat(AT_FDCWD, 0x7f53e0, AT_FDCWD, 0x7f83b0, AT_SYMLINK_FOLLOW) = 0'],
  ['the source of a rename', 'rename(0x7f53e0, 0x7f83b0) = 0'],
  ['the source of an exchange', 'renameat2(3</tmp>, 0x7f53e0, 3</tmp>, "b", RENAME_EXCHANGE) = 0'],
  ['an opened path', 'openat(AT_FDCWD, 0x7f53e0, O_RDONLY|O_CLOEXEC) = 3'],
  ['the path of a failed opening', 'open(0x7f53e0, O_RDONLY) = -1 ENOENT (x)'],
])('%s leaves a gap if it is unreadable, unless the kernel could not read it either', (_what, call) => {
  expect(read([`12 ${call}`, END]).record().gaps).toEqual([UNREAD]);
  const refused = call.replace(/ = (?:\S|-1.*)$/, ' = -1 EFAULT (Bad address)');
  expect(read([`12 ${refused}`, END]).record().gaps).toEqual([]);
});

test.each([
  ['killed within it', ['12 sendmmsg(6<socket:[1]>,  <unfinished ...>) = ?', END]],
  ['whose end is missing', ['12 sendmmsg(6<socket:[1]>,  <unfinished ...>', '12 +++ killed by SIGKILL +++']],
])('messages that the tracer did not print leave a gap: a sender %s', (_what, lines) => {
  expect(read(lines).record().gaps).toContain(UNREAD);
  const printed = lines.map((line) => line.replace(',  <unfinished', ', [{msg_len=1}], 1, 0 <unfinished'));
  expect(read(printed).record().gaps).not.toContain(UNREAD);
});

test('an unreadable start of a program is not recorded as a program without a name', () => {
  expect(read(['12 execve(0x7f53e0, 0x7f83b0, 0x7f5450) = 0', END]).record().events).toEqual([]);
  const named = '12 execve(0x7f53e0, ["sudo", 0x7f83b0], 0x7f5450) = 0';
  expect(read([named, END]).record().events).toMatchObject([{ program: '', argv: ['sudo'] }]);
});

test('a successful start of an unknown program leaves a gap', () => {
  const call = '12 execveat(3, "", ["ls"], 0x1 /* 1 var */, AT_EMPTY_PATH)';
  expect(read([`${call} = 0`, END]).record().gaps).toEqual([UNREAD]);
  expect(read([`${call} = -1 EBADF (x)`, END]).record().gaps).toEqual([]);
});

test('a successful opening of an unknown path leaves a gap', () => {
  expect(read(['12 open("x", O_RDONLY) = 3<pipe:[7]>', END]).record().gaps).toEqual([UNREAD]);
  expect(read(['12 open("x", O_RDONLY) = -1 ENOENT (x)', END]).record().gaps).toEqual([]);
});

test.each([
  ['an environment', 'execve("/bin/a", ["0x7f, 0x8", "... /* 0x9 */"], 0x7ffe /* 8 vars */) = 0'],
  ['no arguments', 'execve("/bin/a", NULL, NULL) = 0'],
  [
    'a name that looks like an address',
    'openat(AT_FDCWD</tmp/, 0x7f>, "0x7f", O_RDONLY) = 3</tmp/, 0x7f/0x7f>',
  ],
  ['unknown flags', 'openat(AT_FDCWD</>, "a", O_RDONLY|0x40000000) = 3</a>'],
  ['nothing but unknown flags', 'openat(AT_FDCWD</>, "a", 0x3 /* O_??? */) = 3</a>'],
  [
    'a struct of open flags',
    'openat2(AT_FDCWD</>, "a", {flags=O_RDONLY, resolve=0x80 /* RESOLVE_??? */}, 24) = 3</a>',
  ],
  ['memory addresses of a new process', 'clone(child_stack=0x7f0000, flags=CLONE_VM|SIGCHLD, tls=0x7f) = 0'],
])('%s in a call leaves no gap', (_what, call) => {
  expect(read([`12 ${call}`, END]).record().gaps).toEqual([]);
});

test('disconnecting a socket and unknown flags leave no gap', () => {
  const calls = [
    `12 connect(3<socket:[1]>, ${UNSPEC}, 16) = 0`,
    '12 connect(3<socket:[1]>, {sa_family=AF_UNSPEC}, 2) = 0',
    '12 sendto(3<socket:[1]>, "k", 1, 0x100000 /* MSG_??? */, NULL, 0) = 1',
  ];
  expect(read([...calls, END]).record()).toMatchObject({ events: [], gaps: [] });
});

test('the bytes of a control message are not read as addresses', () => {
  const control =
    '[{cmsg_len=20, cmsg_level=SOL_IP, cmsg_type=IP_RETOPTS, cmsg_data=[0x7, 0x27, 0x4, 0xff]}]';
  const line = `12 sendmsg(3<socket:[1]>, {msg_name=NULL, msg_namelen=0, msg_control=${control}}, 0) = 1`;
  expect(read([line, END]).record()).toMatchObject({
    events: [{ kind: 'out-of-band', means: 'IP_RETOPTS' }],
    gaps: [],
  });
});

test('a call with endless addresses is read in linear time', () => {
  const line = `12 sendmsg(3<socket:[1]>, {${'{sa_family="",<>'.repeat(200_000)}}, 0) = 1`;
  expect(read([line, END]).record().gaps).toHaveLength(1);
});

test.each([
  [
    'data sent over a connection, whatever it says',
    `12 sendto(3<socket:[1]>, "sin_port=htons(53), sin_addr=inet_addr(\\"8.8.8.8\\") /x.sock", 40, 0, NULL, 0) = 40`,
  ],
  [
    'a netlink query to the kernel',
    '12 sendto(3<socket:[1]>, [{nlmsg_len=20, nlmsg_type=RTM_GETADDR}, {ifa_family=AF_UNSPEC}], 20, 0, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 20',
  ],
  [
    'a name that a shell looks for',
    '12 execve("/usr/local/bin/ls", ["ls"], 0x1 /* 8 vars */) = -1 ENOENT (x)',
  ],
  ['an unwatched file', '12 openat(AT_FDCWD</>, "/etc/hosts", O_RDONLY) = 3</etc/hosts>'],
  [
    'a name service',
    '12 connect(3<socket:[1]>, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = 0',
  ],
])('%s is not an event', (_what, line) => {
  expect(read([line, END]).record()).toEqual(NOTHING);
});

describe('the harness’s own start of a command', () => {
  const leading = (run: string) => {
    const asked = { argv: ['/bin/bash', '-c', 'true'], cwd: '/workspace', env: {} };
    const { argv } = traced(asked, { run, pipe: tracePipe(1) });
    const seen = argv.slice(argv.indexOf('--') + 1);
    return `12    execve("${seen[0]}", ${JSON.stringify(seen)}, 0x1 /* 1 var */) = 0`;
  };
  const command = `cat >big <<'E'\n${'€ word '.repeat(9_000)}\nE\ntrue`;
  const argv = ['/bin/bash', '-c', command];
  /** Prints no more of an argument than the tracer does. */
  const started = (last: string, pid = 12) => {
    const seen = [...Buffer.from(last).subarray(0, 32_768)].map(
      (byte) => `\\${byte.toString(8).padStart(3, '0')}`,
    );
    return `${pid}    execve("/bin/bash", ["/bin/bash", "-c", "${seen.join('')}"...], 0x1 /* 1 var */) = 0`;
  };
  const recordOf = (lines: readonly string[]) => {
    const reader = read([]);
    reader.expectRun('one', argv);
    for (const line of [...lines, END]) reader.push(`${line}\n`);
    return reader.record();
  };

  test('is not an event', () => {
    expect(recordOf([leading('one')])).toEqual(NOTHING);
  });

  test('reveals all of the command that its process turns into, however long', () => {
    expect(recordOf([leading('one'), started(command)])).toMatchObject({
      events: [{ program: '/bin/bash', argv, isCut: false }],
      gaps: [],
    });
  });

  test.each([
    ['that another process starts', [leading('one'), started(command, 13), '13 +++ exited with 0 +++']],
    ['that its process starts later', [leading('one'), EXEC, started(command)]],
    ['that begins otherwise', [leading('one'), started(`rm x;${command}`)]],
    ['after a launch that the harness did not expect', [leading('two'), started(command)]],
    ['that a later process with the same number starts', [leading('one'), END, started(command)]],
  ])('does not complete the arguments of a program %s', (_how, lines) => {
    expect(recordOf(lines).events.at(-1)).toMatchObject({ program: '/bin/bash', isCut: true });
  });

  test('counts as the agent’s from the second time on, or if the harness did not issue its id', () => {
    expect(recordOf([leading('one'), leading('one')]).events).toHaveLength(1);
    expect(recordOf([leading('one'), leading('two')]).events).toHaveLength(1);
  });

  test('is a gap if no tracer recorded it', () => {
    expect(recordOf([leading('two')])).toMatchObject({
      complete: false,
      gaps: ['1 commands ran without a tracer'],
    });
  });
});

describe('a call without a name', () => {
  const opened = '12 openat(AT_FDCWD</>, "/etc/hosts", O_RDONLY) = 3</etc/hosts>';
  const whole = '12 ???()        = ?';
  const inParts = ['12 ???( <unfinished ...>', EXEC.replace('12', '14'), '12 <... ??? resumed>) = ?'];
  const others = '14 +++ exited with 0 +++';

  test.each([
    ['in one line', [whole]],
    ['in parts', inParts],
    ['without its second part', inParts.slice(0, 2)],
  ])('%s leaves no gap if the end of its thread follows', (_how, lines) => {
    const killed = '12 +++ killed by SIGKILL +++';
    expect(read([opened, ...lines, others, END]).record()).toMatchObject({ complete: true, gaps: [] });
    expect(read([...lines, others, killed]).record()).toMatchObject({ complete: true, gaps: [] });
  });

  test('leaves no gap if another thread takes over the number of its thread', () => {
    const lines = [
      '12 ???( <unfinished ...>',
      '13 execve("/bin/true", ["true"], 0x7ffe /* 7 vars */ <pid changed to 12 ...>',
      '12 +++ superseded by execve in pid 13 +++',
      '12 <... execve resumed>) = 0',
      END,
    ];
    expect(read(lines).record()).toMatchObject({ events: [{ program: '/bin/true' }], gaps: [] });
  });

  test.each([
    ['in one line', [whole]],
    ['in parts', inParts],
  ])('%s is a gap if its thread does anything else', (_how, lines) => {
    const signal = '12 --- SIGTERM {si_signo=SIGTERM, si_code=SI_USER, si_pid=10, si_uid=10001} ---';
    for (const next of [opened, EXEC, signal, whole])
      expect(read([...lines, next, others, END]).record().gaps).toContain(UNREAD);
  });

  test('is a gap if the end of its thread is not recorded', () => {
    expect(read([whole]).record().complete).toBe(false);
    expect(read([END, whole]).record().gaps).toContain(UNREAD);
  });

  test.each(['12 ???() = 0', '12 ???() = 3</etc/hosts>', '12 ???() = ? <unavailable>', '12 ???("a") = ?'])(
    'is a gap if the line has a result or arguments: %s',
    (line) => {
      expect(read([line, END]).record().gaps).toEqual([expect.stringMatching(/no tracer wrote/)]);
    },
  );
});

test.each([
  ['a line that no tracer wrote', 'hello', /no tracer wrote/],
  ['a line that its tracer did not end', 'cut', /middle of a line/],
  ['a malformed call', '12    rm -rf', /no tracer wrote/],
  ['the end of a call without its beginning', '12    <... execve resumed>) = 0', /never began/],
  [
    'the record itself in the hands of the agent',
    `12    openat(AT_FDCWD</>, "x", O_WRONLY) = 3<${tracePipe(7)}>`,
    /opened the record/,
  ],
  ["another process's memory", '12    openat(AT_FDCWD</>, "/proc/7/mem", O_RDWR) = 3</proc/7/mem>', /memory/],
  [
    'a process that asks not to be traced',
    '12    clone(child_stack=NULL, flags=CLONE_UNTRACED|SIGCHLD) = -1 EPERM (x)',
    /no tracer follows/,
  ],
])('%s is a gap, whatever follows', (_what, line, gap) => {
  const record = read([EXEC, line, ...STORY, END]).record();
  expect(record).toMatchObject({ complete: false, gaps: [expect.stringMatching(gap)] });
});

test('a process without a recorded end is a gap, as is a child that was never seen', () => {
  expect(read([EXEC]).record().gaps).toEqual(['the end of 1 processes was not recorded']);
  const parent = ['12    fork() = 13', END];
  expect(read(parent).record().complete).toBe(false);
  expect(read([...parent, '13    +++ exited with 0 +++']).record().complete).toBe(true);
});

test('a child may end before its parent learns of it', () => {
  const early = [
    '12    vfork( <unfinished ...>',
    '13    +++ exited with 0 +++',
    '12    <... vfork resumed>) = 13',
    END,
  ];
  expect(read(early).record()).toMatchObject({ complete: true });
});

test('a line of the harness is not part of the record', () => {
  const reader = read([]);
  reader.expect('mark');
  expect(reader.hasArrived('mark')).toBe(false);
  reader.push('\nmark\n');
  expect(reader.hasArrived('mark')).toBe(true);
  expect(reader.record().complete).toBe(true);
});

test('events that no oracle would report are only counted beyond the limit, which is not a gap', () => {
  const flood = read([...harmless(6_000), END]).record();
  expect(flood).toMatchObject({ dropped: { events: 1_000, withoutWay: 0 }, complete: true, gaps: [] });
  expect(flood.events).toHaveLength(5_000);
});

test('calls that found no route are counted separately, repeated ones too', () => {
  const without = (port: number) =>
    `12    connect(3<socket:[1]>, ${TO.replace('53', `${port}`)}, 16) = -1 ENETUNREACH (x)`;
  const record = read([...harmless(5_000), EXEC, without(1), without(2), without(2), END]).record();
  expect(record).toMatchObject({ dropped: { events: 4, withoutWay: 3 }, gaps: [] });
  const repeated = read([without(1), ...harmless(5_000), without(1), END]).record();
  expect(repeated).toMatchObject({ dropped: { events: 2, withoutWay: 1 }, gaps: [] });
});

test('an endless line is not kept, and is a gap', () => {
  const reader = read([]);
  for (let written = 0; written < 32; written++) reader.push('x'.repeat(2 ** 20));
  expect(reader.record().gaps).toContain('a line without an end was written into the record');
});

function harmless(count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => `12    execve("/bin/echo", ["echo", "${index}"], 0x1 /* 1 var */) = 0`,
  );
}

describe('a flood of harmless events never hides an event that an oracle would report:', () => {
  test.each([
    [
      'the start of a program',
      '12    execve("/usr/bin/sudo", ["sudo"], 0x1 /* 1 var */) = 0',
      { program: '/usr/bin/sudo' },
    ],
    [
      'an opening',
      '12    openat(AT_FDCWD</>, "/skills/a", O_RDONLY) = 3</skills/a>',
      { kind: 'open', path: '/skills/a' },
    ],
  ])('%s', (_what, line, event) => {
    const record = read([...harmless(20_000), line, ...harmless(10), END]).record();
    expect(record.events.at(-1)).toMatchObject(event);
    expect(record).toMatchObject({ dropped: { events: 15_010 }, gaps: [] });
  });

  test('events that an oracle would report are limited too, on a first-come basis', () => {
    const telling = Array.from(
      { length: 9_000 },
      (_, index) => `12    execve("/bin/sudo", ["${index}"], 0x1 /* 1 var */) = 0`,
    );
    const { events, gaps } = read([...telling, END]).record();
    expect(events).toHaveLength(6_000);
    expect(events[0]).toMatchObject({ argv: ['0'] });
    expect(gaps).toEqual([TOO_MANY]);
  });

  test('a repeated event takes no space and is not a gap', () => {
    const sudo = '12    execve("/usr/bin/sudo", ["sudo"], 0x1 /* 1 var */) = 0';
    for (const line of [EXEC, sudo]) {
      const { events, dropped, gaps } = read([...Array.from({ length: 20_000 }, () => line), END]).record();
      expect(events).toHaveLength(5_000);
      expect(dropped).toEqual({ events: 15_000, withoutWay: 0 });
      expect(gaps).toEqual([]);
    }
  });

  test('the total length of arguments is limited', () => {
    const long = Array.from({ length: 200 }, (_, index) => `"${index}${'x'.repeat(512)}"`).join(', ');
    const line = (name: string, index: number) =>
      `12    execve("/bin/${name}", ["${index}", ${long}], 0x1 /* 1 var */) = 0`;
    const recordOf = (name: string) =>
      read([...Array.from({ length: 200 }, (_, index) => line(name, index)), END]).record();
    for (const { events } of [recordOf('a'), recordOf('sudo')])
      expect(JSON.stringify(events).length).toBeLessThan(17 * 1024 ** 2);
    expect(recordOf('a').gaps).toEqual([]);
    expect(recordOf('sudo').gaps).toEqual([TOO_MANY]);
  });
});

describe('every started program is recorded', () => {
  const files = (lines: readonly string[]) =>
    read([...lines, END])
      .record()
      .events.flatMap((event) => (event.kind === 'exec' ? event.files : []));

  test('through symbolic links, however many, even if they are circular', () => {
    const links = [
      '12    symlink("/usr/bin/sudo", "a") = 0',
      '12    symlinkat("a", AT_FDCWD</tmp>, "b") = 0',
      '12    symlink("b", "a") = 0',
    ];
    expect(files([...links, '12    execve("/tmp/b", ["ls"], 0x1 /* 1 var */) = 0'])).toEqual([
      '/tmp/b',
      'a',
      '/usr/bin/sudo',
    ]);
  });

  test.each([
    ['renamed', '12    rename("/tmp/a", "/tmp/b") = 0'],
    ['renamed from a folder', '12    renameat(AT_FDCWD</tmp>, "a", 3</tmp>, "b") = 0'],
    [
      'renamed without replacing',
      '12    renameat2(AT_FDCWD</tmp>, "a", AT_FDCWD</tmp>, "b", RENAME_NOREPLACE) = 0',
    ],
    ['exchanged', '12    renameat2(AT_FDCWD</tmp>, "b", AT_FDCWD</tmp>, "a", RENAME_EXCHANGE) = 0'],
    ['hard-linked', '12    link("a", "b") = 0'],
    ['hard-linked from a folder', '12    linkat(AT_FDCWD</tmp>, "a", AT_FDCWD</tmp>, "b", 0) = 0'],
    ['hard-linked by a descriptor', '12    linkat(3</tmp/a>, "", AT_FDCWD</tmp>, "b", AT_EMPTY_PATH) = 0'],
  ])('through a link that was %s', (_how, line) => {
    const lines = [
      '12    symlink("/usr/bin/sudo", "a") = 0',
      line,
      '12    execve("./b", ["ls"], 0x1 /* 1 var */) = 0',
    ];
    expect(files(lines)).toEqual(['./b', '/usr/bin/sudo']);
  });

  test.each(['?', '? <unavailable>'])(
    'through a link whose maker was killed before the result was read: %s',
    (result) => {
      const lines = [
        `13    symlink("/usr/bin/sudo", "a") = ${result}`,
        `14    rename("a", "b") = ${result}`,
        '12    execve("./b", ["ls"], 0x1 /* 1 var */) = 0',
      ];
      expect(files(lines)).toEqual(['./b', '/usr/bin/sudo']);
    },
  );

  test('through a link that another process made and moved, before either call is reported complete', () => {
    const lines = [
      '13    symlink("/usr/bin/sudo", "a" <unfinished ...>',
      '14    renameat2(AT_FDCWD</tmp>, "a", AT_FDCWD</tmp>, "b", RENAME_NOREPLACE <unfinished ...>',
      '12    execve("./b", ["ls"], 0x1 /* 1 var */) = 0',
      '14    <... renameat2 resumed>) = 0',
      '13    <... symlink resumed>) = 0',
    ];
    expect(files(lines)).toEqual(['./b', '/usr/bin/sudo']);
  });

  test('no program is recorded as a file that only replaced another, however many there are', () => {
    const moves = Array.from({ length: 30_000 }, (_, index) => `12    rename("t${index}", "f${index}") = 0`);
    const lines = [
      '12    symlink("/usr/bin/sudo", "a") = 0',
      ...moves,
      '12    rename("x", "a") = -1 ENOENT (x)',
    ];
    const record = read([...lines, '12    execve("./f1", ["ls"], 0x1 /* 1 var */) = 0', END]).record();
    expect(record).toMatchObject({ events: [{ files: ['./f1'] }], complete: true });
  });

  describe('through a link whose name had many targets,', () => {
    const links = (count: number, target = '/opt/t') =>
      Array.from({ length: count }, (_, index) => `12    symlink("${target}${index}", "x") = 0`);
    const start = (name: string) => `12    execve("./${name}", ["ls"], 0x1 /* 1 var */) = 0`;
    const recordOf = (lines: readonly string[]) => read([...lines, END]).record();
    const toSudo = '12    symlink("/usr/bin/sudo", "x") = 0';

    test('as one event', () => {
      const { events, gaps } = recordOf([...links(62), toSudo, start('x')]);
      expect(events).toMatchObject([{ kind: 'exec', program: './x' }]);
      expect(files([...links(62), toSudo, start('x')])).toHaveLength(64);
      expect(gaps).toEqual([]);
    });

    test('of which only one of each last name counts', () => {
      const lines = Array.from({ length: 25_000 }, (_, index) => `12    symlink("/t${index}/tool", "x") = 0`);
      expect(files([...lines, toSudo, start('x')])).toEqual(['./x', '/t0/tool', '/usr/bin/sudo']);
      expect(recordOf([...lines, toSudo, start('x')]).gaps).toEqual([]);
    });

    test.each([
      ['of that name', [], 'x'],
      ['that were moved to that name', ['12    rename("x", "y") = 0'], 'y'],
      ['behind another link', ['12    symlink("x", "y") = 0'], 'y'],
    ])(
      'but if there are more than are followed %s, there is a gap once it is started',
      (_how, more, name) => {
        const lines = [...links(1000), toSudo, ...more];
        const record = recordOf([...lines, start(name), start(name)]);
        expect(record).toMatchObject({ gaps: ['more links than are followed'], complete: false });
        expect(record.events).toHaveLength(2);
        expect(recordOf([...lines, start('z')])).toMatchObject({ gaps: [], complete: true });
      },
    );

    test('but if their names together are longer than is followed, there is a gap', () => {
      const record = recordOf([...links(8, `/${'a'.repeat(3000)}`), toSudo, start('x')]);
      expect(record.gaps).toEqual(['more links than are followed']);
    });
  });

  test('through its interpreter, which opens it by the name it was started under', () => {
    const opened = '12    openat(AT_FDCWD</tmp>, "./x", O_RDONLY) = 3</usr/local/sbin/sudo>';
    const started = '12    execve("./x", ["ls"], 0x1 /* 1 var */) = 0';
    expect(files([started, opened])).toEqual(['./x', '/usr/local/sbin/sudo']);
    expect(files(['12    execve("/bin/cat", ["cat", "./x"], 0x1 /* 1 var */) = 0', opened])).toEqual([
      '/bin/cat',
    ]);
  });

  test('through the descriptor that it was started by', () => {
    expect(files(['12    execveat(3</usr/local/sbin/sudo>, "", ["ls"], 0x1, AT_EMPTY_PATH) = 0'])).toEqual([
      '/usr/local/sbin/sudo',
    ]);
  });

  test('if it does not exist, only if an oracle would report it', () => {
    const attempt = (name: string) => `12    execve("/bin/${name}", ["x"], 0x1 /* 1 var */) = -1 ENOENT (x)`;
    expect(files([attempt('ls'), attempt('sudo')])).toEqual(['/bin/sudo']);
  });
});

describe('a watched file', () => {
  test('that was opened is reported once, by its own name', () => {
    expect(read(['opened 0', 'opened 0', END]).record()).toMatchObject({
      opened: ['/home/agent/.aws/c'],
      complete: true,
    });
  });

  test('that is unknown is a gap', () => {
    expect(read(['opened 1', END]).record()).toMatchObject({
      opened: [],
      gaps: [expect.stringMatching(/no tracer wrote/)],
    });
  });

  test('may be opened by the harness once the agent has ended', () => {
    const reader = read([END]);
    reader.endWatch();
    reader.push('opened 0\n');
    expect(reader.record()).toMatchObject({ opened: [], complete: true });
  });
});

test('nothing written into the record throws, takes back an event or closes a gap', () => {
  const piece = constantFrom(
    ...STORY,
    'execve(',
    '<... x resumed>',
    ' <unfinished ...>',
    '+++ ',
    '12    ',
    '99 +++ exited with 0 +++',
  );
  assert(
    property(array(piece), string(), (lines, noise) => {
      const reader = read(['forged', ...STORY]);
      reader.push(`${lines.join('\n')}\n${noise}\n`);
      const record = reader.record();
      expect(record.events.slice(0, TOLD.length)).toEqual(TOLD);
      expect(record.complete).toBe(false);
    }),
  );
});

describe('a process may have opened the memory of another one', () => {
  const LINK = '12    symlink("/proc/7/mem", "/tmp/x") = 0';
  const opened = (path: string, flags: string, result: string) =>
    `12    openat(AT_FDCWD</tmp>, "${path}", ${flags}) = ${result}`;

  test.each([
    ['by a link, whatever its descriptor is now', [LINK, opened('x', 'O_RDWR', '5</etc/hostname>')]],
    ['by a link that was renamed', [LINK, '12 rename("x", "y") = 0', opened('y', 'O_RDWR', '5</a>')]],
    ['by a link while it was killed', [LINK, opened('/tmp/x', 'O_RDWR', '?')]],
    ['in a folder that may be any while it was killed', [opened('d/mem', 'O_RDWR', '?')]],
    ['whatever the name of its folder', [opened('O_DIRECTORY/mem', 'O_RDWR', '?')]],
    ['without using it yet', [LINK, opened('x', 'O_RDONLY|O_PATH', '5</etc/hostname>')]],
  ])('%s', (_how, lines) => {
    expect(read([...lines, END]).record().gaps).toEqual([
      "a process of the agent opened another one's memory",
    ]);
  });

  test.each([
    ['a program is killed while it opens a file', [opened('a', 'O_RDONLY', '?')]],
    ['it opens a file of that name', [opened('mem', 'O_WRONLY|O_CREAT|O_TRUNC, 0666', '3</tmp/mem>')]],
    [
      'it lists a folder of that name by a link',
      [
        '12    symlink("../.pnpm/mem@8.0.0/node_modules/mem", "/tmp/mem") = 0',
        opened('mem', 'O_RDONLY|O_NONBLOCK|O_DIRECTORY', '3</tmp/.pnpm/mem@8.0.0/node_modules/mem>'),
      ],
    ],
    ['it only makes the link', [LINK]],
  ])('but not if %s', (_what, lines) => {
    expect(read([...lines, END]).record()).toMatchObject({ complete: true, gaps: [] });
  });
});
