import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHANNEL_PATH, HOME, WORKSPACE, WRITABLE } from '../../src/contracts/sandbox-places.ts';
import type {
  CommandResult,
  Consumption,
  FileTree,
  Sandbox,
  SandboxEngine,
} from '../../src/sandbox/sandbox.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { EMPTY_SPEC, stateFolder } from './docker-fixture.ts';
import { request, textFile } from './engine/conformance.ts';

const state = stateFolder();
const SKILL = { root: '/skills', files: [textFile('/skills/tidy/SKILL.md', '# Tidy\n')] };
const SPEC = {
  ...EMPTY_SPEC,
  mounts: [SKILL],
  files: [textFile(`${WORKSPACE}/kept`, 'x')],
  env: { HOME },
  shell: true,
};

let engine: SandboxEngine & AsyncDisposable;
beforeAll(async () => {
  engine = await openSession(state);
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
});

type Aftermath = { result: CommandResult; used: Consumption; tree: FileTree; sandbox: Sandbox };

/** One command, and then all that the harness does once an agent has ended. */
async function suffer(command: string, check: (aftermath: Aftermath) => unknown, seconds = 4): Promise<void> {
  await using sandbox = await engine.create(SPEC);
  const result = await sandbox.run(request(command, { seconds }));
  await sandbox.stopProcesses();
  const used = await sandbox.readConsumption();
  const tree = await sandbox.readTree(['/skills', ...WRITABLE]);
  expect(await sandbox.run(request('pgrep -u agent -c .'))).toMatchObject({ timedOut: false });
  expect(tree.contents.get('/skills/tidy/SKILL.md')).toEqual(Buffer.from('# Tidy\n'));
  await check({ result, used, tree, sandbox });
}

/** Devices that forget what is written to them, terminals among them, and a pipe that the harness reads. */
const KEEPS_NOTHING = [
  ...['null', 'zero', 'full', 'random', 'urandom', 'tty', 'pts/ptmx'].map((name) => `/dev/${name}`),
  CHANNEL_PATH,
];

function python(code: string): string {
  return `python3 -c '\n${code}\n'`;
}

describe('exceeding a limit is contained and reported:', () => {
  test('a fork bomb', () =>
    suffer('bomb() { bomb | bomb & }; bomb 2>/dev/null; sleep 1', async ({ used, sandbox }) => {
      expect(await sandbox.readWorkMs()).toBeGreaterThan(100);
      expect(used.limitsReached).toContain('pids');
      expect(used.resources.peakProcesses ?? 256).toBeGreaterThanOrEqual(256);
    }));

  test('a program that does nothing but fork', () => {
    const code = 'import os\nwhile True:\n  try: os.fork()\n  except OSError: pass';
    return suffer(`${python(code)} >/dev/null 2>&1 & sleep 0.5`, ({ used }) => {
      // The room that the harness makes to end it lets it grow for a moment, sometimes until memory is gone too.
      expect(used.limitsReached).toContain('pids');
    });
  });

  test('a memory bomb', () =>
    suffer(python('x = bytearray(3 * 1024 ** 3)'), ({ result, used }) => {
      expect(result.exitCode).toBe(137);
      expect(used.limitsReached).toEqual(['memory']);
      expect(used.resources.peakMemoryBytes ?? 2 ** 30).toBe(2 ** 30);
    }));

  test.each([{ shell: true }, { shell: false }, { audit: { paths: [], objects: [], oracles: [] } }])(
    'memory used up by many processes, each smaller than those of the harness: %o',
    async (more) => {
      const network = { gateway: null, policy: { kind: 'deny' as const } };
      await using sandbox = await engine.create({ ...EMPTY_SPEC, network, ...more });
      const taking = 'x = bytearray(8 * 1024 ** 2); time.sleep(3); os._exit(0)';
      const code = `import os, time\nfor i in range(150):\n  if os.fork() == 0: ${taking}\ntime.sleep(3)`;
      await sandbox.run(request(python(code)));
      await sandbox.stopProcesses();
      expect((await sandbox.readConsumption()).limitsReached).toEqual(['memory']);
      expect(await sandbox.egress()).toEqual([]);
    },
  );

  test.each(WRITABLE)('a full %s', (place) =>
    suffer(`head -c 1G /dev/zero >${place}/big`, ({ result, used }) => {
      expect(result.exitCode).toBe(1);
      expect(used.limitsReached).toEqual(['disk']);
    }),
  );

  test('a folder that was briefly full', () =>
    suffer('head -c 1G /dev/zero >big; rm big', ({ used }) => expect(used.limitsReached).toEqual(['disk'])));

  test('very many empty files', () => {
    const code = 'import itertools\nfor i in itertools.count(): open(f"{i}", "w").close()';
    return suffer(python(code), ({ used, tree }) => {
      expect(used.limitsReached).toEqual(['disk']);
      expect(tree.isComplete).toBe(true);
      expect(tree.entries.length).toBeLessThan(20_000);
    });
  });

  test.each([{ shell: true }, { shell: false }, { audit: { paths: [], objects: [], oracles: [] } }])(
    'no folder is writable except those with a monitored size: %o',
    async (more) => {
      const network = { gateway: null, policy: { kind: 'deny' as const } };
      const mounts = [{ root: `${HOME}/.agent/skills`, files: [] }];
      await using sandbox = await engine.create({ ...EMPTY_SPEC, network, mounts, ...more });
      await sandbox.openChannel(['sudo']);
      const { stdout } = await sandbox.run(
        request('find / -writable -not -type l -not -path "/proc/*" 2>/dev/null'),
      );
      const found = stdout.trim().split('\n');
      const isWatched = (path: string) =>
        WRITABLE.some((folder) => path === folder || path.startsWith(`${folder}/`));
      expect(found.filter((path) => !isWatched(path) && !KEEPS_NOTHING.includes(path))).toEqual([]);
      expect(WRITABLE.filter((folder) => !found.includes(folder))).toEqual([]);
    },
  );
});

describe('anything endless is ended:', () => {
  test('output', () =>
    suffer(
      'yes',
      ({ result }) => {
        expect(result).toMatchObject({ timedOut: true, isTruncated: true });
        expect(result.stdout.length).toBe(10_000);
      },
      0.5,
    ));

  test('a command that ignores every request to end, with its children', () =>
    suffer(
      'trap "" TERM INT HUP; for i in 1 2 3; do sleep 99 & done; while :; do sleep 0.1; done',
      ({ result }) => {
        expect(result).toMatchObject({ exitCode: null, timedOut: true });
      },
      0.3,
    ));

  test('daemons that left their session, and their zombies', () => {
    const daemon = [
      'import os, signal, time',
      'for i in range(20):',
      '  if os.fork() == 0:',
      '    os.setsid()',
      '    for s in (1, 2, 15): signal.signal(s, signal.SIG_IGN)',
      '    if os.fork() == 0: time.sleep(99)',
      '    os._exit(0)',
    ].join('\n');
    return suffer(`${python(daemon)} >/dev/null 2>&1`, async ({ result, sandbox }) => {
      expect(result.exitCode).toBe(0);
      const left = await sandbox.run(request('ps -u agent -o args= | grep -c "[o]s.fork"'));
      expect(left.stdout).toBe('0\n');
    });
  });
});

// At the same time, because the harness waits many seconds for whatever has been stopped.
describe.concurrent('an agent that takes over the shell of its commands deceives only itself', () => {
  const FORGED = `printf '\\6\\0\\0\\0\\1\\0\\0\\0\\2{}'`;
  const attacks = {
    'it is killed': 'kill -9 $PPID; sleep 1',
    'it is stopped': 'kill -STOP $PPID; sleep 99',
    'all of the user is killed': 'kill -9 -1',
    'an answer is forged': `${FORGED} >/proc/$PPID/fd/1; sleep 1`,
    'garbage is written for it': 'head -c 100000 /dev/urandom >/proc/$PPID/fd/1; sleep 1',
    'its input is taken': 'timeout 1 cat </proc/$PPID/fd/0',
  };

  test.each(Object.entries(attacks))('%s', async (_title, attack) => {
    await using sandbox = await engine.create(SPEC);
    await sandbox.run(request(attack, { seconds: 1.5 }));
    expect((await sandbox.run(request('echo next'))).stdout).toMatch(/^(next\n)?$/);
    await sandbox.stopProcesses();
    const tree = await sandbox.readTree(['/skills', WORKSPACE]);
    expect([...tree.contents.keys()]).toEqual(['/skills/tidy/SKILL.md', `${WORKSPACE}/kept`]);
    expect(await sandbox.run(request('echo after'))).toMatchObject({ exitCode: 0, stdout: 'after\n' });
  });

  /** Every process of its user that comes after it is stopped before it has done anything. */
  const STOP_ALL = python(`
import os, signal, time
if os.fork(): os._exit(0)
os.setsid()
while True:
  last = os.fork()
  if last == 0: os._exit(0)
  os.waitpid(last, 0)
  until = time.monotonic() + 0.2
  while time.monotonic() < until:
    for pid in range(last + 1, last + 12):
      try: os.kill(pid, signal.SIGSTOP)
      except OSError: pass`);

  test('if everything that starts is stopped, the harness neither waits forever nor counts as stopped', async () => {
    await using sandbox = await engine.create(SPEC);
    const attack = `${STOP_ALL} >/dev/null 2>&1; kill -9 $PPID`;
    await sandbox.run(request(attack, { seconds: 1.5 }));
    const outcome = await sandbox.stopProcesses().catch((error: unknown) => error);
    // Who is faster is a matter of chance.
    if (outcome === undefined) {
      expect((await sandbox.run(request('pgrep -c -f STOP'))).stdout).toBe('0\n');
    } else {
      expect(outcome).toMatchObject({
        code: 'SANDBOX_FAILED',
        message: expect.stringMatching(/did not end in the sandbox within/),
      });
    }
  });

  test('concurrent requests for a shell, while processes are being ended, get the same new one', async () => {
    await using sandbox = await engine.create(SPEC);
    const commands = [1, 2, 3].map(() => sandbox.run(request('sleep 60', { seconds: 1 })));
    await Promise.all([sandbox.stopProcesses(), sandbox.stopProcesses(), ...commands]);
    const { stdout } = await sandbox.run(request("pgrep -u agent -c -f 'shell[.]py'"));
    expect(stdout).toBe('1\n');
  });

  test('the privileged process of the harness is out of reach', async () => {
    await using sandbox = await engine.create(SPEC);
    const keeper = "pid=$(pgrep -u 0 -f 'shell[.]py' | tail -1)";
    for (const attempt of [
      'kill -9 $pid',
      'kill -STOP $pid',
      'cat /proc/$pid/mem',
      'echo x >/proc/$pid/fd/1',
    ]) {
      const { exitCode } = await sandbox.run(request(`${keeper} && ${attempt}`));
      expect([attempt, exitCode]).not.toEqual([attempt, 0]);
    }
    expect((await sandbox.readConsumption()).limitsReached).toEqual([]);
  });
});

describe('no file in the workspace misleads the harness:', () => {
  const entryAt = ({ entries }: FileTree, path: string) => entries.find((entry) => entry.path === path);

  test('links that lead out', () =>
    suffer('ln -s /etc/passwd soft; ln -s / root; ln /etc/passwd hard; ln -s loop loop', ({ tree }) => {
      const links = tree.entries.filter(({ kind }) => kind === 'symlink').map(({ target }) => target);
      expect(links.sort()).toEqual(['/', '/etc/passwd', 'loop']);
      expect(tree.contents.has(`${WORKSPACE}/soft`)).toBe(false);
      expect(entryAt(tree, `${WORKSPACE}/hard`)).toBeUndefined();
    }));

  test('pipes, sockets and devices', () => {
    const socket = python('import socket\nsocket.socket(socket.AF_UNIX).bind("socket")');
    return suffer(`mkfifo pipe; mknod disk b 8 0; mknod null c 1 3; ${socket}`, async ({ tree, sandbox }) => {
      expect(entryAt(tree, `${WORKSPACE}/pipe`)).toMatchObject({ kind: 'other' });
      expect(entryAt(tree, `${WORKSPACE}/socket`)).toMatchObject({ kind: 'socket' });
      expect(entryAt(tree, `${WORKSPACE}/disk`)).toBeUndefined();
      expect(entryAt(tree, `${WORKSPACE}/null`)).toBeUndefined();
      expect(await sandbox.readFile(`${WORKSPACE}/pipe`, 10)).toBeNull();
      expect(await sandbox.readFile(`${WORKSPACE}/socket`, 10)).toBeNull();
    });
  });

  test('names with line breaks, and names of maximum length', () => {
    const long = 'n'.repeat(255);
    return suffer(`echo 1 >$'a\\n-rf\\n*'; echo 2 >${long}; mkdir -p -- $'--exclude=x\\n'`, ({ tree }) => {
      expect(tree.contents.get(`${WORKSPACE}/a\n-rf\n*`)).toEqual(Buffer.from('1\n'));
      expect(tree.contents.get(`${WORKSPACE}/${long}`)).toEqual(Buffer.from('2\n'));
      expect(entryAt(tree, `${WORKSPACE}/--exclude=x\n`)).toMatchObject({ kind: 'directory' });
    });
  });

  test('a sparse file of 2 GB', () =>
    suffer('truncate --size=2G "sparse\nfile"', ({ tree, used }) => {
      expect(entryAt(tree, `${WORKSPACE}/sparse\nfile`)).toMatchObject({
        ...{ owner: 10_001, size: 2 ** 31, digest: null },
      });
      expect(tree.isComplete).toBe(true);
      expect(used.limitsReached).toEqual([]);
    }));

  test('too many sparse files for the harness, which still gets those it requests by name', async () => {
    const [late, gone] = [`${WORKSPACE}/z/late`, `${WORKSPACE}/z/gone`];
    await using sandbox = await engine.create({ ...SPEC, files: [textFile(late, 'x'), textFile(gone, 'x')] });
    await sandbox.run(request('for i in 1 2 3 4 5 6; do truncate --size=60M hole$i; done; rm z/gone'));
    await sandbox.stopProcesses();
    const tree = await sandbox.readTree([WORKSPACE], [late, gone]);
    expect(tree).toMatchObject({ isComplete: false, absent: [gone] });
    expect(tree.contents.get(late)).toEqual(Buffer.from('x'));
  });

  test('a link in place of a folder does not lead to a file requested by name', async () => {
    const path = `${WORKSPACE}/data/file`;
    await using sandbox = await engine.create({ ...SPEC, files: [textFile(path, 'x')] });
    await sandbox.run(request('mv data /tmp/data; ln -s /tmp/data data; chmod 0 /tmp/data'));
    await sandbox.stopProcesses();
    expect(await sandbox.readTree([WORKSPACE], [path])).toMatchObject({ absent: [path] });
  });

  test('a folder deeper than paths can be long, with a file in it', () => {
    const below = 'import os\nfor i in range(300):\n  os.mkdir("d" * 200)\n  os.chdir("d" * 200)';
    return suffer(python(`${below}\nopen("deep", "w").write("down here")`), ({ tree }) => {
      expect(tree.isComplete).toBe(true);
      expect(tree.contents.get(`${WORKSPACE}${`/${'d'.repeat(200)}`.repeat(300)}/deep`)).toEqual(
        Buffer.from('down here'),
      );
    });
  });

  test('folders whose paths together exceed what the harness accepts', () => {
    const code = 'import os\nfor i in range(9000):\n  os.mkdir("d")\n  os.chdir("d")';
    return suffer(python(code), ({ tree }) => expect(tree.isComplete).toBe(false));
  });

  test('five thousand locked folders, each with a file in it', () => {
    const code = [
      'import os',
      'for i in range(5000):',
      '  os.mkdir(f"{i}"); open(f"{i}/file", "w").write(f"{i}"); os.chmod(f"{i}", 0)',
    ].join('\n');
    return suffer(python(code), ({ tree }) => {
      expect(tree.isComplete).toBe(true);
      expect(tree.contents.get(`${WORKSPACE}/4711/file`)).toEqual(Buffer.from('4711'));
      expect(entryAt(tree, `${WORKSPACE}/4711`)).toMatchObject({ kind: 'directory', mode: 0 });
    });
  });

  test('ten thousand hard links to one large file, which count its bytes once', () => {
    const code = 'import os\nfor i in range(10000): os.link("large", f"name{i}")';
    return suffer(`head -c 8M /dev/zero >large; ${python(code)}`, ({ tree }) => {
      expect(tree.isComplete).toBe(true);
      expect(tree.contents.get(`${WORKSPACE}/name9999`)).toBe(tree.contents.get(`${WORKSPACE}/large`));
    });
  });
});

describe('the agent can neither reach nor change', () => {
  test('the skill', () =>
    suffer(
      `cd /skills/tidy; echo evil >SKILL.md; echo evil >new; rm -f SKILL.md; chmod 777 . SKILL.md; mv /skills/tidy /tmp/
       python3 -c 'import os; os.rename("/skills", "/s")'; mount -t tmpfs none /skills; ls -A /skills/tidy`,
      ({ result }) => expect(result.stdout).toBe('SKILL.md\n'),
    ));

  test('another trial', async () => {
    await using other = await engine.create({
      ...EMPTY_SPEC,
      files: [textFile('/tmp/other-trial', 'secret')],
    });
    await other.run(request('sleep 424242 >/dev/null 2>&1 & python3 -m http.server 8123 >/dev/null 2>&1 &'));
    const look = `ps -ef | grep -c "[4]24242"; find / -name other-trial 2>/dev/null; curl -s -m 2 http://127.0.0.1:8123/`;
    await suffer(look, ({ result }) => expect(result.stdout).toBe('0\n'));
  });

  test('the host, on any of its addresses', async () => {
    let visits = 0;
    const server = createServer((socket) => {
      visits += 1;
      socket.destroy();
    }).listen(0, '0.0.0.0');
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const found = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
      const hosts = found
        .filter(({ family, internal }) => family === 'IPv4' && !internal)
        .map((one) => one.address);
      const addresses = [...hosts, '172.17.0.1', '169.254.169.254', '127.0.0.1', 'host.docker.internal'];
      const tries = addresses
        .map((host) => `curl -s -m 1 http://${host}:${port}/ && echo reached`)
        .join('\n');
      await suffer(tries, ({ result }) => expect(result.stdout).toBe(''), 10_000);
      expect(visits).toBe(0);
    } finally {
      server.close();
    }
  });
});
