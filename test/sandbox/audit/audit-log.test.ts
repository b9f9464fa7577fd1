import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProcessEvent, ProcessRecord } from '../../../src/contracts/process-event.ts';
import { HOME } from '../../../src/contracts/sandbox-places.ts';
import { MARKS_PIPE, TRACE_FOLDER, tracePipe } from '../../../src/sandbox/audit/tracer.ts';
import type { CommandResult, Sandbox, SandboxEngine } from '../../../src/sandbox/sandbox.ts';
import { openSession } from '../../../src/sandbox/session/session.ts';
import { PATIENCE_SECONDS } from '../../fixtures/patience.ts';
import { EMPTY_SPEC, stateFolder } from '../docker-fixture.ts';
import { request, textFile } from '../engine/conformance.ts';

const SECRET = `${HOME}/.aws/credentials`;
const SPEC = specOf([SECRET]);

function specOf(secrets: readonly string[]) {
  return {
    ...EMPTY_SPEC,
    files: secrets.map((path) => textFile(path, 'secret\n')),
    env: { HOME, PATH: '/usr/bin:/bin' },
    audit: { paths: secrets, objects: secrets, oracles: [] },
  };
}

const state = stateFolder();
let engine: SandboxEngine & AsyncDisposable;
beforeAll(async () => {
  engine = await openSession(state);
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
});

async function watch(...commands: string[]): Promise<ProcessRecord | null> {
  await using sandbox = await engine.create(SPEC);
  for (const command of commands) await sandbox.run(request(command, { seconds: PATIENCE_SECONDS }));
  return await recordOf(sandbox);
}

test('the shell that a sandbox is prepared with has ended when the first command begins', async () => {
  await using sandbox = await engine.create({ ...SPEC, shell: true });
  expect((await sandbox.readTree([HOME])).contents.get(SECRET)).toBeDefined();
  const { stdout } = await sandbox.run(request('ps -u agent -o args='));
  expect(stdout).toContain('ps -u agent');
  expect(stdout).not.toContain('shell.py');
  expect(await recordOf(sandbox)).toMatchObject({ complete: true });
});

/** A command for the folder of a secret; each has a folder of its own, below the same home. */
type Way = readonly [how: string, command: (folder: string) => string];

/** What is opened of the secrets of all ways, which are tried in one sandbox, each in a workspace of its own. */
function tryAll(ways: readonly Way[]) {
  const folderOf = (how: string) => `${HOME}/.aws${ways.findIndex(([other]) => other === how)}`;
  const secretOf = (how: string) => `${folderOf(how)}/credentials`;
  const results: CommandResult[] = [];
  let record: ProcessRecord | null = null;
  beforeAll(async () => {
    await using sandbox = await engine.create(specOf(ways.map(([how]) => secretOf(how))));
    for (const [index, [how, command]] of ways.entries()) {
      await sandbox.run(request(`mkdir ${index}`));
      const cwd = `/workspace/${index}`;
      results.push(await sandbox.run(request(command(folderOf(how)), { cwd, seconds: PATIENCE_SECONDS })));
    }
    record = await recordOf(sandbox);
  });
  return {
    secretOf,
    record: () => record,
    exitCodes: () => results.map(({ exitCode }) => exitCode),
  };
}

async function recordOf(sandbox: Sandbox): Promise<ProcessRecord | null> {
  await sandbox.stopProcesses();
  return await sandbox.processes();
}

/** With a socket of UDP, and one that sends echoes. */
function python(call: string): string {
  const [udp, ping] = ['', ', 1'].map((more) => `socket.socket(socket.AF_INET, socket.SOCK_DGRAM${more})`);
  return `python3 - <<'END'
import socket
s, ping = ${udp}, ${ping}
try: ${call}
except OSError: pass
END`;
}

function commandsOf(record: ProcessRecord | null): string[] {
  return (record?.events ?? []).flatMap((event) => (event.kind === 'exec' ? event.argv.join(' ') : []));
}

function seen(record: ProcessRecord | null, kind: ProcessEvent['kind']): string[] {
  return (record?.events ?? []).flatMap((event) => {
    if (event.kind !== kind) return [];
    if (event.kind === 'exec') return event.program;
    if (event.kind === 'out-of-band') return event.means;
    return event.kind === 'open' ? event.path : event.address;
  });
}

describe('a monitored sandbox', () => {
  test('records a command and its children, but nothing of the harness', async () => {
    const record = await watch('true; /bin/echo "a\nb"');
    expect(commandsOf(record)).toEqual(['/bin/bash -c true; /bin/echo "a\nb"', '/bin/echo a\nb']);
    expect(record).toMatchObject({ complete: true, gaps: [] });
  });

  test('records a long command in full, and the arguments of other programs up to a limit', async () => {
    const command = `cat >big <<'E'\n${'€ word '.repeat(10_000)}\nE\n/bin/echo "$(cat big)" >big; true`;
    const record = await watch(command);
    const starts = (record?.events ?? []).flatMap((event) => (event.kind === 'exec' ? event : []));
    expect(starts.map(({ program, isCut }) => [program, isCut])).toEqual([
      ['/bin/bash', false],
      ['/usr/bin/cat', false],
      ['/usr/bin/cat', false],
      ['/bin/echo', true],
    ]);
    expect(starts[0]?.argv).toEqual(['/bin/bash', '-c', command]);
    expect(record).toMatchObject({ complete: true, gaps: [] });
  });

  test('records a program that imitates how the harness starts one', async () => {
    const commands = [
      '/usr/bin/env --unset=ASSAY_RUN_x true',
      '/usr/bin/env --chdir=/ true',
      '/usr/bin/timeout --kill-after=1 5 true',
    ];
    const record = await watch(...commands.map((command) => `${command}; true`));
    expect(commandsOf(record)).toEqual(expect.arrayContaining(commands));
  });

  test('records a program that a thread starts in place of its process, without a gap', async () => {
    const start = 'threading.Thread(target=lambda: os.execv("/bin/echo", ["echo", "hi"]))';
    const record = await watch(`python3 -c 'import os, threading; t = ${start}; t.start(); t.join()'`);
    expect(commandsOf(record)).toContain('echo hi');
    expect(record).toMatchObject({ complete: true, gaps: [] });
  });

  test('is complete although threads are killed while they open files', async () => {
    const record = await watch(`python3 - <<'END'
import os, threading
def read():
  while True: open('/etc/hostname').close()
for i in range(100):
  if os.fork() == 0:
    for i in range(8): threading.Thread(target=read).start()
    os._exit(0)
  os.wait()
END`);
    expect(record).toMatchObject({ complete: true, gaps: [] });
  });

  test('is complete although threads start programs while others open files', async () => {
    const record = await watch(`python3 - <<'END'
import os, threading, time
def start():
  time.sleep(0.01)
  os.execv('/bin/echo', ['echo', 'hi'])
for i in range(50):
  if os.fork() == 0:
    threading.Thread(target=start).start()
    while True: open('/etc/hostname').close()
  os.wait()
END`);
    expect(commandsOf(record).filter((command) => command === 'echo hi')).toHaveLength(50);
    expect(record).toMatchObject({ complete: true, gaps: [] });
  });

  test('counts harmless connections beyond the limit and stays complete', async () => {
    const connect = '[s.connect((f"127.0.{i // 250}.{i % 250}", 1)) for i in range(1, 6000)]';
    const record = await watch(python(connect));
    expect(record?.events).toHaveLength(5000);
    expect(record?.dropped.events).toBeGreaterThan(900);
    expect(record).toMatchObject({ dropped: { withoutWay: 0 }, complete: true, gaps: [] });
  });

  test('records a program that imitates the harness’s own launcher', async () => {
    const again = `mapfile -d '' words <"/proc/$PPID/cmdline"
      for ((i = 0; i < \${#words[@]}; i++)); do [[ \${words[i]} == -- ]] && break; done
      exec 7<&0 8>&1 9>&2
      ASSAY_CWD=/ ASSAY_ARGUMENT_0=/bin/true "\${words[@]:i+1:3}"; true`;
    const record = await watch(again);
    expect(seen(record, 'exec')).toEqual(['/bin/bash', '/usr/bin/perl', '/bin/true']);
    expect(record).toMatchObject({ complete: true });
  });

  test('records the real name of a program started through a link that was renamed, however it was', async () => {
    const renamings = [
      'ln -P a0 b0',
      'mv a1 b1',
      `perl -e 'rename("a2", "b2") or die'`,
      `perl -e 'link("a3", "b3") or die'`,
      `touch b4; python3 -c 'import ctypes; assert ctypes.CDLL(None).renameat2(-100, b"b4", -100, b"a4", 2) == 0'`,
    ];
    const record = await watch(
      ...renamings.map((renamed, at) => `ln -s /usr/bin/base64 a${at}; ${renamed}; echo x | ./b${at}`),
    );
    const starts = (record?.events ?? []).flatMap((event) =>
      event.kind === 'exec' && event.program.startsWith('./b') ? [event.files] : [],
    );
    expect(starts).toEqual(renamings.map((_, at) => [`./b${at}`, '/usr/bin/base64']));
    expect(record).toMatchObject({ complete: true });
  });

  test('reports a folder that cannot be entered as without monitoring, and starts nothing', async () => {
    await using sandbox = await engine.create(SPEC);
    expect(await sandbox.run(request('pwd', { cwd: '/workspace/none' }))).toMatchObject({
      exitCode: 125,
      stderr: "/usr/bin/env: cannot change directory to '/workspace/none': No such file or directory\n",
    });
    expect(await recordOf(sandbox)).toMatchObject({ events: [], complete: true });
  });

  test('waits for a command that handles the signal at its limit', async () => {
    await using sandbox = await engine.create(SPEC);
    const tidied = 'trap "sleep 0.3; echo tidied; exit 3" TERM; sleep 9 & wait';
    expect(await sandbox.run(request(tidied, { seconds: 0.3 }))).toMatchObject({
      ...{ exitCode: null, stdout: 'tidied\n', timedOut: true },
    });
  });

  test('lets commands end, answer and fail as without monitoring', async () => {
    await using sandbox = await engine.create(SPEC);
    const result = await sandbox.run(request('cat; echo err >&2; exit 7', { stdin: Buffer.from('in\n') }));
    expect(result).toEqual({
      exitCode: 7,
      stdout: 'in\n',
      stderr: 'err\n',
      isTruncated: false,
      timedOut: false,
    });
    expect(await sandbox.run(request('sleep 99', { seconds: 0.3 }))).toMatchObject({
      exitCode: null,
      timedOut: true,
    });
    expect(await sandbox.run(request('sleep 99 >/dev/null 2>&1 & echo up'))).toMatchObject({
      stdout: 'up\n',
    });
    expect(await sandbox.run(request('echo next'))).toMatchObject({ stdout: 'next\n', timedOut: false });
    expect(await recordOf(sandbox)).toMatchObject({ complete: true });
  });

  describe('records a secret that is opened', () => {
    const WAYS: readonly Way[] = [
      ['by its name', (folder) => `cat ${folder}/credentials`],
      ['by a link', (folder) => `ln -s ${folder} link; cat link/credentials`],
      ['by a hard link', (folder) => `ln ${folder}/credentials ~/other; cat ~/other`],
      ['by moving it away', (folder) => `mv ${folder} ~/elsewhere; cat ~/elsewhere/credentials`],
      [
        'by a program that left its session',
        (folder) => `setsid sh -c "sleep 0.2; cat ${folder}/credentials" >/dev/null 2>&1 & sleep 1`,
      ],
      [
        'by a grandchild whose parents are gone',
        (folder) => `( ( sleep 0.2; cat ${folder}/credentials >copy ) & ) ; sleep 1`,
      ],
      [
        'by a program that kills its parents',
        (folder) => `(kill -9 $PPID; kill -9 $$; cat ${folder}/credentials >copy) & sleep 1`,
      ],
      [
        'by a thread',
        (folder) =>
          `python3 -c "import threading as t; t.Thread(target=lambda: open('${folder}/credentials')).start()"`,
      ],
    ];
    const { record, secretOf } = tryAll(WAYS);

    test.each(WAYS)('%s', (how) => {
      expect(record()?.opened).toContain(secretOf(how));
      expect(record()).toMatchObject({ complete: true });
    });
  });

  test('counts a file that the harness reads for the agent as opened by it', async () => {
    await using sandbox = await engine.create(SPEC);
    expect(await sandbox.readFile(SECRET, 100)).toMatchObject({ isTruncated: false });
    const record = await recordOf(sandbox);
    expect(seen(record, 'open')).toEqual([SECRET]);
    expect(record).toMatchObject({ opened: [SECRET] });
  });

  test('records a connection that goes nowhere', async () => {
    const record = await watch('curl -s http://192.0.2.1:81/; curl -s -g "http://[2001:db8::1]/"');
    expect(seen(record, 'connect')).toEqual(expect.arrayContaining(['192.0.2.1:81', '[2001:db8::1]:80']));
  });

  test('records what is sent without a connection', async () => {
    const record = await watch(`python3 - <<'END'
import ctypes, socket
for family, address in (socket.AF_INET, '192.0.2.1'), (socket.AF_INET6, '2001:db8::1'):
  s = socket.socket(family, socket.SOCK_DGRAM)
  for send in (lambda: s.sendto(b'k', (address, 53)), lambda: s.sendmsg([b'k'], [], 0, (address, 54))):
    try: send()
    except OSError: pass
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
name = ctypes.create_string_buffer(b'\\x02\\0\\0\\x37' + socket.inet_aton('192.0.2.1') + bytes(8), 16)
header = (ctypes.c_void_p * 8)(ctypes.addressof(name), 16)
ctypes.CDLL(None).sendmmsg(s.fileno(), header, 1, 0)
END`);
    expect(seen(record, 'connect')).toEqual(
      expect.arrayContaining([
        ...['192.0.2.1:53', '192.0.2.1:54', '192.0.2.1:55'],
        ...['[2001:db8::1]:53', '[2001:db8::1]:54'],
      ]),
    );
    expect(record).toMatchObject({ complete: true });
  });

  test('counts a packet without a route as undelivered, and an echo that only the kernel answers', async () => {
    const record = await watch(
      python('s.sendto(b"k", ("8.8.8.8", 53))'),
      python('ping.sendto(b"\\x08\\0\\xf7\\xff\\0\\0\\0\\0", ("127.64.0.1", 0))'),
    );
    expect(record).toMatchObject({ undelivered: 2, closedPorts: 0, complete: true });
  });

  test('counts datagrams to ports where nobody listens separately', async () => {
    const record = await watch(python('[s.sendto(b"k", (f"127.{i}.0.1", 8125)) for i in (0, 64)]'));
    expect(record).toMatchObject({ undelivered: 0, closedPorts: 2, complete: true });
  });

  test('counts a datagram so that is bound to the loopback, and records the host that it was meant for', async () => {
    const toLoopback = 's.setsockopt(0, 50, bytes([0, 0, 0, 1]))';
    const record = await watch(python(`${toLoopback}; s.sendto(b"k", ("8.8.8.8", 53))`));
    expect(seen(record, 'connect')).toEqual(['8.8.8.8:53']);
    expect(record).toMatchObject({ undelivered: 0, closedPorts: 1, complete: true });
  });

  const OPTION = 'b"\\x07\\x0b\\x0cabcdefgh\\0"';
  const toNameServer = (control: string) => `s.sendmsg([b"k"], [${control}], 0, ("127.0.0.1", 53))`;

  test('recognises out-of-band data, and tells it from what looks like it', async () => {
    const calls: readonly [call: string, means: readonly string[]][] = [
      ['s.sendto(b"k", socket.MSG_OOB, ("127.0.0.1", 53))', ['MSG_OOB']],
      [`s.setsockopt(0, 4, ${OPTION})`, ['IP_OPTIONS']],
      [toNameServer(`(0, 7, ${OPTION})`), ['IP_RETOPTS']],
      [toNameServer('(41, 59, b"\\0\\0\\x1e\\4abcd")'), ['0x3b']],
      // The type of service, and options that are set by number only.
      [toNameServer('(0, 1, b"\\x10\\0\\0\\0")'), []],
      ['s.setsockopt(0, 1, 16); s.setsockopt(0, 2, 99)', []],
    ];
    const record = await watch(...calls.map(([call]) => python(call)));
    expect(seen(record, 'out-of-band')).toEqual(calls.flatMap(([, means]) => means));
    expect(record).toMatchObject({ complete: true, gaps: [] });
  });

  test('distinguishes a port reached by TCP from one reached otherwise', async () => {
    const tcp = 'socket.create_connection(("127.64.0.1", 443), 1)';
    const record = await watch(python('s.sendto(b"k", ("127.64.0.1", 443))'), python(tcp));
    expect(record?.events.flatMap((event) => (event.kind === 'connect' ? event.transport : []))).toEqual([
      'other',
      'tcp',
    ]);
    expect(record).toMatchObject({ complete: true });
  });

  test('counts nothing as undelivered if the work stays local', async () => {
    const serve = `(python3 -m http.server 8000 --bind 127.0.0.1 >/dev/null 2>&1 &)
      until curl -s -o /dev/null http://localhost:8000/; do sleep 0.1; done; curl -s http://localhost:3000/`;
    const send = python('s.bind(("127.0.0.1", 0)); s.sendto(b"k", s.getsockname()); s.recv(9)');
    expect(await watch(`${serve}\n${send}`)).toMatchObject({
      undelivered: 0,
      closedPorts: 0,
      complete: true,
    });
  });

  test.each([
    ['in Python', 'python3 -m http.server 8000'],
    [
      'in Node',
      `/usr/local/bin/node -e 'require("http").createServer((_, answer) => answer.end(String(fs.readdirSync(".")))).listen(8000)'`,
    ],
  ])('has a complete record if a server %s keeps running during later commands', async (_what, serve) => {
    const fetch =
      'for i in {1..20}; do curl -s -o /dev/null --max-time 9 --retry 5 --retry-delay 1 --retry-connrefused http://127.0.0.1:8000/; done';
    const record = await watch(`${serve} >/dev/null 2>&1 &`, fetch, fetch, 'ls -l');
    expect(seen(record, 'exec').filter((program) => program === '/usr/bin/curl')).toHaveLength(40);
    expect(commandsOf(record)).toEqual(expect.arrayContaining([serve.replaceAll("'", ''), 'ls -l']));
    expect(record).toMatchObject({ complete: true, gaps: [] });
  });

  test('records every program that two concurrent commands start', async () => {
    await using sandbox = await engine.create(SPEC);
    const loop = (word: string) =>
      sandbox.run(
        request(`for i in {1..150}; do /bin/echo ${word} $i >/dev/null; done`, { seconds: PATIENCE_SECONDS }),
      );
    await Promise.all(['a', 'b', 'c'].map(loop));
    const record = await recordOf(sandbox);
    const all = ['a', 'b', 'c'].flatMap((word) =>
      Array.from({ length: 150 }, (_, index) => `/bin/echo ${word} ${index + 1}`),
    );
    expect(commandsOf(record).filter((command) => command.startsWith('/bin/echo'))).toHaveLength(all.length);
    expect(commandsOf(record)).toEqual(expect.arrayContaining(all));
    expect(record).toMatchObject({ complete: true, gaps: [] });
  });

  test('recognises a link that a concurrent command made', async () => {
    await using sandbox = await engine.create(SPEC);
    const make = 'for i in {1..100}; do ln -s /usr/bin/base64 l$i; done';
    const use = 'for i in {1..100}; do until [ -h l$i ]; do :; done; ./l$i /dev/null; done';
    await Promise.all(
      [use, make].map((command) => sandbox.run(request(command, { seconds: PATIENCE_SECONDS }))),
    );
    const record = await recordOf(sandbox);
    const started = (record?.events ?? []).filter(
      (event) => event.kind === 'exec' && event.files[1] === '/usr/bin/base64',
    );
    expect(started).toHaveLength(100);
    expect(record).toMatchObject({ complete: true, gaps: [] });
  });

  test('records a start with long arguments once, whatever links of its name there were', async () => {
    const record = await watch(`cd /tmp; python3 - <<'END'
import os, subprocess
def link(target):
    os.symlink(target, "x")
    os.unlink("x")
for i in range(2000):
    link(f"/{i}/tool")
for i in range(20):
    link(f"/bin/{i}")
os.symlink("/bin/true", "x")
subprocess.run(["./x"] + ["a" * 30000] * 60)
END`);
    const starts = (record?.events ?? []).flatMap((event) =>
      event.kind === 'exec' && event.program === './x' ? event : [],
    );
    expect(starts.map(({ files, argv }) => [files.length, argv.length])).toEqual([[23, 61]]);
    expect(starts[0]?.files).toContain('/bin/true');
    expect(record).toMatchObject({ complete: true, gaps: [] });
  });

  test('ends whatever is still running when the agent ends, and records that', async () => {
    const record = await watch(
      'for i in 1 2 3 4 5; do setsid sleep 99 & done >/dev/null 2>&1; until [ $(pgrep -c -x sleep) = 5 ]; do :; done',
    );
    expect(seen(record, 'exec').filter((program) => program === '/usr/bin/sleep')).toHaveLength(5);
    expect(record).toMatchObject({ complete: true });
  });
});

describe('ending a process that an earlier command left running is no tampering', () => {
  const serve =
    'python3 -m http.server 8000 >/dev/null 2>&1 & until (: </dev/tcp/localhost/8000) 2>/dev/null; do :; done';
  test('whatever it is ended by', async () => {
    const ends = [
      'pkill -9 -f http.serve[r]',
      "ps -ef | grep '[h]ttp.server' | awk '{print $2}' | xargs -r kill -9",
      'kill -9 $(pgrep -f 8000)',
      'pkill -9 python3',
      'killall -9 python3',
    ];
    const record = await watch(...ends.flatMap((end, at) => [serve, end, `touch after${at}`]));
    expect(commandsOf(record)).toEqual(expect.arrayContaining(ends.map((_, at) => `touch after${at}`)));
    expect(record).toMatchObject({ complete: true, gaps: [] });
  });
});

/** On a kernel with Landlock, which has it since 5.19. */
test('what is watched can neither look into its tracer nor write to the record', async () => {
  const record = `${TRACE_FOLDER}/`;
  const attempts = `python3 - <<'END'
import os
tracer = next(line.split()[1] for line in open('/proc/self/status') if line.startswith('TracerPid'))
launcher = open('/proc/self/stat').read().rpartition(')')[2].split()[1]
launcher = open(f'/proc/{launcher}/stat').read().rpartition(')')[2].split()[1]
os.chdir('/tmp')
os.symlink(f'/proc/{tracer}/mem', 'memory')
os.symlink('${record}1', 'pipe')
def attempt(name, act):
  try: act(); print(name, 'succeeded')
  except OSError as error: print(name, error.strerror)
for process, name in (tracer, 'tracer'), (launcher, 'launcher'):
  for file in 'mem', 'maps', 'environ': attempt(f'{name} {file}', lambda: open(f'/proc/{process}/{file}', 'rb').read(1))
  attempt(f'{name} map_files', lambda: os.listdir(f'/proc/{process}/map_files'))
  for link in 'exe', 'cwd', 'fd/1': attempt(f'{name} {link}', lambda: os.readlink(f'/proc/{process}/{link}'))
  for fd in os.listdir(f'/proc/{process}/fd'): attempt(f'{name} fd', lambda: os.open(f'/proc/{process}/fd/{fd}', os.O_WRONLY))
attempt('memory by a link', lambda: os.open('memory', os.O_RDWR))
attempt('pipe by a link', lambda: os.open('pipe', os.O_WRONLY))
for pipe in 1, 2, 9: attempt('pipe', lambda: os.open(f'${record}{pipe}', os.O_WRONLY))
attempt('marks', lambda: os.open('${MARKS_PIPE}', os.O_WRONLY))
END`;
  await using sandbox = await engine.create(SPEC);
  const { stdout, stderr } = await sandbox.run(request(attempts, { seconds: PATIENCE_SECONDS }));
  const tried = Map.groupBy(stdout.trim().split('\n'), (line) => /Permission denied$/.test(line));
  expect(stderr).toBe('');
  expect(tried.get(true)?.length).toBeGreaterThan(20);
  expect(tried.get(false)).toBeUndefined();
});

test('whoever is watched may still do with files of its own what it could', async () => {
  const record = await watch(`set -e
mkdir a b; echo x >a/x; mv a/x b/y; ln b/y a/z; mv a /tmp/a; : >>/tmp/a/z; echo >/dev/null; echo >/dev/stderr
exec 3>/proc/self/fd/1; echo >&3; sleep 9 & cat /proc/$!/environ >/dev/null; readlink /proc/$!/exe; kill $!
cat </proc/self/mem >/dev/null 2>&1 || true; python3 -c 'import mmap; mmap.mmap(-1, 9)'; : >/dev/shm/x; : >~/x; touch done`);
  expect(commandsOf(record)).toContain('touch done');
});

describe('a record is never complete if it was tampered with', () => {
  test.each([
    ['killing the tracer', 'sleep 9 & pkill -9 strace; sleep 0.2'],
    ['killing everything', 'kill -9 -1'],
    ['writing into the record', `echo "12 +++ exited with 0 +++" >${tracePipe(1)}`],
    ['writing into the pipe of the next command', `: >${tracePipe(3)}`],
    ['trying to write as the harness', `: >${MARKS_PIPE}`],
    ['writing half a line', `printf 12 >${tracePipe(2)}`],
    ['starting a program from an unreadable one', 'cp /bin/env e; chmod 111 e; ./e base64 /dev/null'],
    ['making a link with an unreadable program', 'cp /bin/ln l; chmod 111 l; ./l -s a b'],
    [
      'starting a process that no tracer follows',
      'python3 -c "import ctypes; ctypes.CDLL(None).syscall(56, 0x00800011, 0, 0, 0, 0)"',
    ],
  ])('by %s', async (_how, command) => {
    const record = await watch(command);
    expect(record?.complete).toBe(false);
    expect(record?.gaps.length).toBeGreaterThan(0);
  });

  test('a process without its tracer can open, start and reach nothing', async () => {
    await using sandbox = await engine.create(SPEC);
    const flight = `import os, subprocess
subprocess.run(["pkill", "-9", "strace"])
for attempt in (lambda: open("${SECRET}"), lambda: os.execv("/bin/true", ["true"]), os.fork):
  try: attempt(); print("could")
  except OSError as error: print(error.errno)`;
    const { stdout } = await sandbox.run(request(`python3 -c '${flight}'`));
    expect(stdout).toBe('38\n38\n38\n');
  });

  test('no process can hide its memory from a tracer, and each may make any other prctl call on itself', async () => {
    await using sandbox = await engine.create(SPEC);
    const answersTo = async (requests: readonly string[]) => {
      const ask = requests.map((asked) => `syscall($prctl, ${asked}, 0, 0, 0)`).join(', " ", ');
      const { stdout } = await sandbox.run(
        request(`perl -e '$prctl = $ARGV[0] eq "aarch64" ? 167 : 157; print ${ask}' $HOSTTYPE`),
      );
      return stdout;
    };
    expect(await answersTo(['4, 0', '4 | 1 << 32, 0'])).toBe('-1 -1');
    expect(await answersTo(['4, 1', '3, 0', '1, 9', '38, 1'])).toBe('0 1 0 0');
  });

  test('no process can take over another', async () => {
    await using sandbox = await engine.create(SPEC);
    const attach = `python3 -c 'import ctypes; print(ctypes.CDLL(None).ptrace(16, int("'$(pgrep strace)'"), 0, 0))'`;
    expect(await sandbox.run(request(attach))).toMatchObject({ stdout: '-1\n' });
    expect(await recordOf(sandbox)).toMatchObject({ complete: true });
  });
});

test('a sandbox without monitoring has no record of processes', async () => {
  await using sandbox = await engine.create(EMPTY_SPEC);
  expect(await recordOf(sandbox)).toBeNull();
});

describe('a path cannot hide what was opened:', () => {
  const perl = (code: string) => `perl -e '${code}'`;
  const exchange = (folder: string) =>
    `python3 -c 'import ctypes; assert ctypes.CDLL(None).renameat2(-100, b"x", -100, b"${folder}", 2) == 0'`;

  const OPENINGS: readonly Way[] = [
    [
      'by a path of maximum length',
      (folder) => `cat ${HOME}/${'./'.repeat(2020)}${basename(folder)}/credentials >copy`,
    ],
    [
      'from a folder deeper than paths can be long',
      (folder) =>
        perl(
          `for (1 .. 40) { mkdir "d" x 200; chdir "d" x 200 } open(F, "../" x 43 . "${folder.slice(1)}/credentials") or die`,
        ),
    ],
    ['by its last name', (folder) => `cd ${folder}; cat credentials >/tmp/copy`],
    ['by a link to its folder', (folder) => `ln -s ${folder} l; cat l/credentials >copy`],
    ['by the kernel’s name of the root', (folder) => `cat /proc/self/root${folder}/credentials >copy`],
    [
      'by a hard link from an old system call',
      (folder) => `cd ${folder}; ${perl('link("credentials", "../other") or die')}; cat ../other`,
    ],
    [
      'by moving its folder with an old system call',
      (folder) => `cd; ${perl(`rename("${basename(folder)}", "moved") or die`)}; cat moved/credentials`,
    ],
    [
      'by moving its folder through a link',
      (folder) => `ln -s ${HOME} h; ${perl(`rename("h/${basename(folder)}", "h/o") or die`)}; cat h/o/*`,
    ],
    [
      'by moving its folder through the kernel’s name of the root',
      (folder) => `${perl(`rename("/proc/self/root${folder}", "${HOME}/p") or die`)}; cat ~/p/credentials`,
    ],
    [
      'by a hard link made through a relative path below /proc',
      (folder) => `cd /proc/self; ln root${folder}/credentials ~/z; cat ~/z; rm ~/z`,
    ],
    [
      'by a path through a moved link to its folder',
      (folder) => `cd ~; ln -s ${folder}/. g0; mv g0 g1; ln g1/credentials y; cat y; rm y g1`,
    ],
    [
      'by exchanging its folder for another',
      (folder) => `cd ~; mkdir x; ${exchange(folder)}; cat x/credentials; ${exchange(folder)}`,
    ],
    [
      'by an O_PATH descriptor',
      (folder) =>
        `python3 -c "import os; open('/proc/self/fd/%d' % os.open('${folder}/credentials', os.O_PATH)).read()"`,
    ],
  ];
  const opening = tryAll(OPENINGS);

  test.each(OPENINGS)('%s', (how) => {
    expect(opening.record()?.opened).toContain(opening.secretOf(how));
    expect(opening.record()).toMatchObject({ complete: true });
    expect(new Set(opening.exitCodes())).toEqual(new Set([0]));
  });

  const LOOKS: readonly Way[] = [
    [
      'looks at it from outside',
      (folder) =>
        `ls -lR ~; stat ${folder}/credentials; find ~ -name credentials; test -r ${folder}/credentials; du -a ~`,
    ],
    ['moves it', (folder) => `mv ${folder} ~/elsewhere`],
    [
      'moves another file of the same name',
      (folder) => {
        const name = basename(folder);
        return `mkdir -p a/${name}; cd a; python3 -c "import os; os.rename('${name}', 'b')"`;
      },
    ],
    ['deletes it', (folder) => `rm -r ${folder}`],
  ];
  const looking = tryAll(LOOKS);

  test.each(LOOKS)('nothing is recorded as opened if a program only %s', (how) => {
    expect(looking.record()?.opened).not.toContain(looking.secretOf(how));
    expect(looking.record()).toMatchObject({ opened: [], complete: true });
    expect(new Set(looking.exitCodes())).toEqual(new Set([0]));
  });

  test('a file that cannot be monitored is a gap', async () => {
    const audit = { ...SPEC.audit, objects: [`${HOME}/missing`] };
    await using sandbox = await engine.create({ ...SPEC, audit });
    await sandbox.run(request('true'));
    expect(await recordOf(sandbox)).toMatchObject({
      complete: false,
      gaps: ['a file that has to be watched was not watched'],
    });
  });

  test('the harness’s own reads are not attributed to the agent', async () => {
    await using sandbox = await engine.create(SPEC);
    await sandbox.readTree([HOME]);
    await sandbox.run(request('true'));
    await sandbox.stopProcesses();
    await sandbox.readTree([HOME]);
    expect(await sandbox.processes()).toMatchObject({ opened: [], complete: true });
  });
});

describe('an event that was recorded stays recorded, even if', () => {
  test.each([
    ['the tracer is killed', 'pkill -9 strace'],
    ['everything is killed', 'kill -9 -1'],
    ['the record is written into', `printf 'x%.0s' {1..3000} >${tracePipe(1)}`],
    ['the record is flooded', `timeout 1 yes '7 execve("/bin/a", ["a"], 0x1) = 0' >${tracePipe(1)}`],
  ])('%s', async (_what, command) => {
    await using sandbox = await engine.create(SPEC);
    await sandbox.run(request(`cat ${SECRET}; ${command}; sleep 0.2`, { seconds: 8 }));
    await sandbox.stopProcesses();
    for (const of of ['running', 'ended'] as const) {
      const record = await sandbox.processes(of);
      expect(seen(record, 'open')).toContain(SECRET);
      expect(record?.complete).toBe(false);
    }
  });
});
