import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_MACHINE } from '../../../src/contracts/environment.ts';
import { CHANNEL_PATH, WORKSPACE } from '../../../src/contracts/sandbox-places.ts';
import { connectEngine } from '../../../src/sandbox/docker/connect-engine.ts';
import { dockerEngine } from '../../../src/sandbox/engine/docker-engine.ts';
import type { CommandResult, Sandbox } from '../../../src/sandbox/sandbox.ts';
import { openSession } from '../../../src/sandbox/session/session.ts';
import { containersOf, EMPTY_SPEC, leasedSessions, stateFolder } from '../docker-fixture.ts';
import { describeSandboxes, request, textFile } from './conformance.ts';

const { EPERM, ENOSYS } = constants.errno;
const state = stateFolder();

describeSandboxes('sandboxes that are Docker containers', () => openSession(state));
describeSandboxes('Docker containers with an open shell', () => openSession(state), { shell: true });

describe('the agent in a Docker sandbox', () => {
  const MOUNT = {
    root: '/home/agent/.agent/skills',
    files: [textFile('/home/agent/.agent/skills/a/b.md', 'x')],
  };

  const made = new AsyncDisposableStack();
  let sandbox: Sandbox;
  beforeAll(async () => {
    const engine = made.use(await openSession(state));
    sandbox = made.use(await engine.create({ ...EMPTY_SPEC, mounts: [MOUNT] }));
  });
  afterAll(async () => {
    await made.disposeAsync();
  });

  async function run(command: string): Promise<CommandResult> {
    return await sandbox.run(request(command));
  }

  async function inside(command: string): Promise<string> {
    const { stdout, stderr } = await run(command);
    return `${stdout}${stderr}`.trim();
  }

  test('is a user without any privilege, and can gain none', async () => {
    expect(await inside('id -un; id -Gn; grep -E "^(Cap|NoNewPrivs|Seccomp:)" /proc/self/status')).toBe(
      [
        'agent\nagent',
        ...['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'].map((set) => `Cap${set}:\t0000000000000000`),
        'NoNewPrivs:\t1',
        'Seccomp:\t2',
      ].join('\n'),
    );
  });

  test('has no system call that it does not need, whatever the engine would allow', async () => {
    const { stdout } = await run('perl /usr/local/lib/assay/try-calls.pl "$HOSTTYPE"');
    const said = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ').at(-1));
    expect(said.length).toBeGreaterThan(80);
    expect(new Set(said)).toEqual(new Set([`${EPERM}`, `${ENOSYS}`]));
  });

  test('cannot bypass the filter with 32-bit or x32 calls', async () => {
    const machineCode = 'b8 14 00 00 00 cd 80 c3';
    const asOf32Bits = `import ctypes, mmap
code = mmap.mmap(-1, 4096, prot=7)
code.write(bytes.fromhex("${machineCode}"))
print(ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))())`;
    const asOfX32 = 'import ctypes; print(ctypes.CDLL(None).syscall(0x40000000 + 39))';
    for (const attempt of [asOf32Bits, asOfX32]) {
      expect(await run(`[ "$HOSTTYPE" != x86_64 ] || python3 -c '${attempt}'`)).toMatchObject({ stdout: '' });
    }
  });

  test('has no network but the loopback', async () => {
    expect(await inside('ls /sys/class/net; grep nameserver /etc/resolv.conf')).toBe(
      'lo\nnameserver 127.0.0.1',
    );
    expect(await inside('curl --silent --show-error --max-time 5 http://192.0.2.1/')).toMatch(
      /connect to 192/,
    );
  });

  test('can write to its own folders and nowhere else', async () => {
    expect(await inside('grep " / " /proc/mounts')).toMatch(/ ro,/);
    const folders =
      '/ /usr/bin /etc /run /run/assay /home /home/agent/.agent/skills /home/agent/.agent/skills/a';
    expect(await inside(`for at in ${folders}; do (: > $at/new) 2>/dev/null && echo $at; done`)).toBe('');
    const own = '/workspace /tmp /home/agent /home/agent/.agent';
    expect(await inside(`for at in ${own}; do (: > $at/new) && echo $at; done`)).toBe(
      own.replaceAll(' ', '\n'),
    );
  });

  test('can read the files of the harness, but not change, remove or hide them', async () => {
    const file = '/home/agent/.agent/skills/a/b.md';
    const attempts = [
      `rm ${file}`,
      `echo y > ${file}`,
      `chmod 777 ${file}`,
      `mv ${file} /tmp/`,
      'rm -r ~/.agent/skills',
    ];
    const changes = attempts
      .map((attempt) => `{ ${attempt}; } 2>/dev/null && echo "could: ${attempt}"`)
      .join('\n');
    expect(await inside(`${changes}\ncat ${file}; stat --format ' %U %a' ${file}`)).toBe('x root 644');
  });

  test('has limited memory, processes, files and disk', async () => {
    const version1 = 'cd /sys/fs/cgroup && cat memory/memory.limit_in_bytes pids/pids.max';
    const version2 = 'cd /sys/fs/cgroup && cat memory.max pids.max';
    const limits = `(${version1}) 2>/dev/null || (${version2}); ulimit -n; ulimit -c`;
    const disk = 'df --block-size=M --output=size /workspace /home/agent /tmp | tail -n +2 | tr -d " "';
    expect(await inside(`${limits}; ${disk}`)).toBe('1073741824\n256\n4096\n0\n64M\n32M\n64M');
  });
});

describe.each([{ shell: false }, { shell: true }])(
  'a Docker sandbox survives what happens in it: %o',
  ({ shell }) => {
    const spec = { ...EMPTY_SPEC, shell };
    const fillUp = `python3 -c "
import os, time
while True:
    try:
        if os.fork() == 0: time.sleep(999)
    except OSError: time.sleep(0.001)
" >/dev/null 2>&1 & sleep 0.5`;

    /** Processes of the agent's user, without those that the harness starts itself. */
    const OTHERS = "ps -u agent -o args= | grep -Ev 'shell\\.py|^ps |^grep|^/usr/bin/timeout|^/bin/bash'";

    const attacks = {
      'a command that kills all it can': 'kill -9 -1',
      'a command that takes all memory': 'python3 -c "x = bytearray(3 * 1024 ** 3)"',
      'a command that fills the disk': 'head -c 1G /dev/zero > big',
      'a command that locks the workspace': 'chmod 000 /workspace',
      'a program that starts processes until it cannot': fillUp,
      'a program that does nothing but start processes': fillUp.replaceAll(/time.sleep.*/g, 'pass'),
    };

    test.each(Object.entries(attacks))('%s', async (_title, attack) => {
      await using engine = await openSession(state);
      await using sandbox = await engine.create({ ...spec, files: [textFile(`${WORKSPACE}/kept`, 'x')] });
      await sandbox.run(request(attack, { seconds: 2 }));
      await sandbox.stopProcesses();
      expect((await sandbox.readTree([WORKSPACE])).contents.get(`${WORKSPACE}/kept`)).toEqual(
        Buffer.from('x'),
      );
      expect((await sandbox.run(request(OTHERS))).stdout).toBe('');
    });

    test('a command that the system would refuse fails as it would there', async () => {
      await using engine = await openSession(state);
      await using sandbox = await engine.create(spec);
      expect(await sandbox.run(request(`: ${'x'.repeat(131_072)}`))).toMatchObject({
        exitCode: 126,
        timedOut: false,
      });
      expect(await sandbox.run(request('echo \0'))).toMatchObject({ exitCode: 126, timedOut: false });
      expect(await sandbox.run(request(`: ${'x'.repeat(131_000)}`))).toMatchObject({ exitCode: 0 });
    });

    test('a command fails with a reason if no more processes can be started', async () => {
      await using engine = await openSession(state);
      await using sandbox = await engine.create(spec);
      const untilFull = fillUp.replace('except OSError:', "except OSError: open('/tmp/full', 'w');");
      await sandbox.run(request(untilFull.replace('sleep 0.5', 'until [[ -e /tmp/full ]]; do :; done')));
      // The place of that command itself is taken a moment after its end.
      await sleep(200);
      // It is a matter of chance how far one more process gets, so this is tried many times.
      for (let attempt = 0; attempt < 25; attempt++) {
        const { exitCode, stderr } = await sandbox.run(request('true'));
        expect(exitCode).toBeGreaterThanOrEqual(125);
        expect(stderr).toContain('Resource temporarily unavailable');
      }
    });

    test('a command whose time is up can clean up before it is killed', async () => {
      await using engine = await openSession(state);
      await using sandbox = await engine.create(spec);
      const orderly = 'trap "echo > in-order; exit" TERM; while :; do sleep 0.05; done';
      expect(await sandbox.run(request(orderly, { seconds: 3 }))).toMatchObject({ timedOut: true });
      expect(await sandbox.readFile(`${WORKSPACE}/in-order`, 10)).not.toBeNull();
    });
  },
);

test('a tree shows the owner of each file', async () => {
  await using engine = await openSession(state);
  const mounts = [{ root: '/skills', files: [textFile('/skills/a.md', 'x')] }];
  await using sandbox = await engine.create({
    ...EMPTY_SPEC,
    mounts,
    files: [textFile(`${WORKSPACE}/b`, 'x')],
  });
  const { entries } = await sandbox.readTree(['/skills', WORKSPACE]);
  expect(entries.map(({ path, owner }) => [path, owner])).toEqual([
    ['/skills', 0],
    ['/skills/a.md', 0],
    [WORKSPACE, 10_001],
    [`${WORKSPACE}/b`, 10_001],
  ]);
});

describe('a Docker engine leaves nothing behind', () => {
  test('after a sandbox that was disposed of', async () => {
    await using engine = await openSession(state);
    const [session = ''] = leasedSessions(state);
    {
      await using _sandbox = await engine.create(EMPTY_SPEC);
      expect(await containersOf(session)).toBe(1);
    }
    expect(await containersOf(session)).toBe(0);
  });

  test('after a sandbox whose files do not fit into it', async () => {
    await using engine = await openSession(state);
    const [session = ''] = leasedSessions(state);
    const file = { path: '/skills/big', content: Buffer.alloc(65 * 1024 ** 2), executable: false };
    const making = engine.create({ ...EMPTY_SPEC, mounts: [{ root: '/skills', files: [file] }] });
    await expect(making).rejects.toMatchObject({
      code: 'SANDBOX_FAILED',
      message: expect.stringMatching(/takes 64 MiB/),
    });
    expect(await containersOf(session)).toBe(0);
  });

  test.each([{ shell: false }, { shell: true }])(
    'after a sandbox whose creation was interrupted: %o',
    async (more) => {
      await using engine = await openSession(state);
      const [session = ''] = leasedSessions(state);
      const interruption = new AbortController();
      const making = engine.create({ ...EMPTY_SPEC, ...more }, interruption.signal);
      interruption.abort();
      await expect(making).rejects.toMatchObject({ code: 'INTERRUPTED' });
      expect(await containersOf(session)).toBe(0);
    },
  );

  test('after a session, including what it did not dispose of itself', async () => {
    const engine = await openSession(state);
    const [session = ''] = leasedSessions(state);
    const sandbox = await engine.create(EMPTY_SPEC);
    await sandbox.openChannel();
    await engine[Symbol.asyncDispose]();
    expect(await containersOf(session)).toBe(0);
    expect(leasedSessions(state)).toEqual([]);
    await sandbox[Symbol.asyncDispose]();
    await expect(sandbox.run(request('true'))).rejects.toMatchObject({ code: 'SANDBOX_REMOVED' });
  });
});

describe('an engine reports what it cannot do, with advice:', () => {
  test('a sandbox from an image that is not built', async () => {
    const connection = await connectEngine();
    const image = { tag: 'assay-sandbox:none', setup: 'assay setup --agent none' };
    const engine = dockerEngine({
      connection,
      image,
      session: 'none',
      runtime: null,
      machine: USUAL_MACHINE,
    });
    const missing = { code: 'IMAGE_MISSING', message: expect.stringContaining('"assay setup --agent none"') };
    await expect(engine.imageDigest()).rejects.toMatchObject(missing);
    await expect(engine.create(EMPTY_SPEC)).rejects.toMatchObject(missing);
  });

  test('a channel with more data than the harness accepts', async () => {
    await using engine = await openSession(state);
    await using sandbox = await engine.create(EMPTY_SPEC);
    const channel = await sandbox.openChannel();
    await sandbox.run(request(`head -c 2M /dev/zero > ${CHANNEL_PATH}`));
    await expect(channel.drain()).rejects.toMatchObject({
      code: 'SANDBOX_FAILED',
      message: expect.stringMatching(/lost: \d+ more bytes/),
    });
  });

  test('lines of a channel from before and after a flood are still received', async () => {
    await using engine = await openSession(state);
    await using sandbox = await engine.create(EMPTY_SPEC);
    const channel = await sandbox.openChannel(['sudo', 'su']);
    const tell = (line: string) => `printf '\\n%s\\tid\\n' ${line} >${CHANNEL_PATH}`;
    const flood = `yes noise | head -c 4M >${CHANNEL_PATH}; head -c 4M /dev/zero >${CHANNEL_PATH}`;
    await sandbox.run(request(`${tell('sudo')}; ${flood}; ${tell('su')}`));
    await expect(channel.drain()).rejects.toMatchObject({ code: 'SANDBOX_FAILED' });
    const told = channel.received().filter((line) => line.includes('\t'));
    expect(told).toEqual(['sudo\tid', 'su\tid']);
    expect(channel.received().join().length).toBeLessThan(1024 ** 2);
  });
});

// The harness waits for 15 s beyond the limit: with both kinds of sandboxes at once.
describe.concurrent('a command that stops its own time limit', () => {
  test.each([{ shell: false }, { shell: true }])('is abandoned and ended: %o', async ({ shell }) => {
    await using engine = await openSession(state);
    await using sandbox = await engine.create({ ...EMPTY_SPEC, shell });
    const result = await sandbox.run(
      request('echo up; sleep 0.2; kill -STOP $PPID; sleep 999', { seconds: 5 }),
    );
    expect(result).toEqual({
      exitCode: null,
      stdout: 'up\n',
      stderr: '',
      isTruncated: false,
      timedOut: true,
    });
    expect((await sandbox.run(request('pgrep -u agent sleep'))).exitCode).toBe(1);
  });
});
