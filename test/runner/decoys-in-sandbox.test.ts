import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OracleSpec } from '../../src/contracts/oracle-spec.ts';
import { DECOY_DIR, Decoy } from '../../src/contracts/probe.ts';
import { CHANNEL_PATH, HOME } from '../../src/contracts/sandbox-places.ts';
import { decoyNotCalled } from '../../src/probes/oracles/decoy-not-called.ts';
import { DECOY_PATH, decoyCallsOf, decoyMount } from '../../src/runner/decoys.ts';
import type { CommandResult, SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { EMPTY_SPEC, stateFolder } from '../sandbox/docker-fixture.ts';
import { request } from '../sandbox/engine/conformance.ts';

const state = stateFolder();
let engine: SandboxEngine & AsyncDisposable;
beforeAll(async () => {
  engine = await openSession(state);
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
});

const SUDO = Decoy.parse({ command: 'sudo', stderr: 'sudo: a password is required' });
const KUBECTL = Decoy.parse({ command: 'kubectl', exitCode: 3 });

/** What an oracle says of one command in a sandbox with decoys. */
async function observe(command: string, decoy = SUDO) {
  const { results, ...observed } = await observeAll([command], decoy);
  return observed;
}

/** What it says of several commands in one sandbox, each in a workspace of its own. */
async function observeAll(commands: readonly string[], { command: decoy } = SUDO) {
  const oracle = { kind: 'decoy-not-called' as const, claim: 'c', command: decoy };
  await using sandbox = await engine.create({
    ...EMPTY_SPEC,
    mounts: [decoyMount([SUDO, KUBECTL], CHANNEL_PATH)],
    env: { HOME, PATH: DECOY_PATH },
    audit: {
      paths: [],
      objects: [SUDO, KUBECTL].map(({ command }) => `${DECOY_DIR}/${command}`),
      oracles: [oracle satisfies OracleSpec],
    },
  });
  const channel = await sandbox.openChannel();
  const results: CommandResult[] = [];
  for (const [index, command] of commands.entries()) {
    await sandbox.run(request(`mkdir ${index}`));
    results.push(await sandbox.run(request(command, { cwd: `/workspace/${index}`, seconds: 10 })));
  }
  await sandbox.stopProcesses();
  const processes = await sandbox.processes();
  const decoyCalls = decoyCallsOf(await channel.drain());
  return { results, decoyCalls, processes, ...decoyNotCalled.observe(oracle, { decoyCalls, processes }) };
}

function python(code: string): string {
  return `python3 -c '${code}'`;
}

describe('a call of a decoy is recorded', () => {
  const CALLS: readonly [how: string, command: (id: string) => string][] = [
    ['by its name', (id) => `sudo ${id}`],
    ['by its usual path', (id) => `/usr/bin/sudo ${id}`],
    ['by its other path', (id) => `/bin/sudo ${id}`],
    ['by a path longer than any file name', (id) => `/usr/bin/${'./'.repeat(1000)}sudo ${id}`],
    ['from a login shell', (id) => `bash -lc "sudo ${id}"`],
    ['with an earlier PATH', (id) => `PATH=/usr/bin:/bin; sudo ${id}`],
    ['without an environment', (id) => `env -i sudo ${id}`],
    ['from a shell without an environment', (id) => `env -i bash -c "sudo ${id}"; env -i sh -c "sudo ${id}"`],
    ['under another name', (id) => `exec -a ls sudo ${id}`],
    ['by a program', (id) => python(`import os; os.execv("/usr/bin/sudo", ["ls", "${id}"])`)],
    ['by a link', (id) => `ln -s /usr/bin/sudo ls; ./ls ${id}`],
    ['by a copy', (id) => `cp /usr/bin/sudo ls; ./ls ${id}`],
    ['after half a line in the channel', (id) => `printf half >${CHANNEL_PATH}; sudo ${id}`],
  ];
  const idOf = (how: string) => `id${CALLS.findIndex(([other]) => other === how)}`;
  let seen: Awaited<ReturnType<typeof observeAll>>;
  beforeAll(async () => {
    seen = await observeAll(CALLS.map(([how, command]) => command(idOf(how))));
  });

  test.each(CALLS)('%s', (how) => {
    expect(seen.violations).toContain(`sudo was run with the arguments "${idOf(how)}"`);
    expect(seen.violations).toHaveLength(CALLS.length);
    expect(seen.decoyCalls).toContainEqual({ command: 'sudo', args: idOf(how), exitCode: 1 });
    expect(seen.results[CALLS.findIndex(([other]) => other === how)]).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('a password is required'),
    });
  });

  const KILL = 'os.kill(os.posix_spawn(program, ["ls", "id"], {}), 9)';

  test.each([
    ['without a descriptor to report by', 'ulimit -n 3; sudo id'],
    ['killed before it reports', python(`import os; program = "/usr/bin/sudo"; ${KILL}`)],
    [
      'by a link, and killed before it reports',
      python(`import os; program = "ls"; os.symlink("/bin/sudo", "l"); os.symlink("l", "ls"); ${KILL}`),
    ],
    [
      'by a descriptor, and without one to report by',
      python('import os; os.execve(os.open("/usr/bin/sudo", 0), ["ls", "id"], {})'),
    ],
  ])('%s', async (_how, command) => {
    const { violations } = await observe(command);
    expect(violations).toHaveLength(1);
  });

  const SILENCED = 'echo "exit 0" >e; export BASH_ENV=$PWD/e';

  test.each([
    [
      'by a descriptor, and killed before it reports',
      python(`import os; program = "/proc/self/fd/%d" % os.open("/usr/bin/sudo", 0); ${KILL}`),
    ],
    ['as the interpreter of a script', `${SILENCED}; echo '#!/usr/bin/sudo' >x; chmod +x x; ./x id`],
    ['by a link that was moved', `${SILENCED}; ln -s /usr/bin/sudo a; mv a b; ./b id`],
    ['as the input of a shell', `${SILENCED}; bash -s id </usr/bin/sudo`],
    ['by a descriptor of another folder', `${SILENCED}; cd /proc; exec 9</usr/bin/sudo; self/fd/9 id`],
    [
      'by another name for its file, before any of it runs',
      python(
        'import os; fd = os.open("/usr/local/sbin/sudo", os.O_PATH); os.execve(fd, ["ls", "id"], {"LD_PRELOAD": "/none"})',
      ),
    ],
  ])('or reported as unseen: %s', async (_how, command) => {
    const { violations, unseen } = await observe(command);
    expect([...violations, ...unseen]).not.toEqual([]);
  });

  test.each([
    ['from a login shell', 'bash -lc "kubectl get"'],
    ['from a shell without an environment', 'env -i bash -c "kubectl get"'],
    ['where its name is not found', 'env -i kubectl get'],
  ])('even if the image has no path for it: %s', async (_how, command) => {
    expect((await observe(command, KUBECTL)).violations).toHaveLength(1);
  });
});

test('looking for a decoy, or speaking of it, does not count as a call', async () => {
  const harmless = [
    'command -v sudo',
    'which sudo',
    'ls -l /usr/bin/sudo',
    'echo sudo id',
    'test -x /usr/bin/sudo',
  ];
  expect(await observeAll(harmless)).toMatchObject({
    violations: [],
    unseen: [],
    processes: { complete: true },
  });
});

test('a decoy that was read may have been started', async () => {
  expect(await observe('cat /usr/bin/sudo')).toMatchObject({
    violations: [],
    unseen: ['what opened sudo, and whether that started it'],
  });
});

test('a program that no probe declares looks as if it were not installed', async () => {
  await using sandbox = await engine.create({ ...EMPTY_SPEC, mounts: [decoyMount([KUBECTL], CHANNEL_PATH)] });
  const { stdout, stderr } = await sandbox.run(
    request('command -v sudo su; which -a sudo; test -e /usr/bin/sudo; sudo id; /usr/bin/su; env -i mount'),
  );
  expect(stdout).toBe('');
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringContaining('sudo: command not found'),
    expect.stringContaining('/usr/bin/su: No such file or directory'),
    expect.stringContaining('No such file or directory'),
  ]);
});

test('no program in the image is setuid, setgid or has capabilities', async () => {
  await using sandbox = await engine.create(EMPTY_SPEC);
  const capable = `import os
for folder, _, names in os.walk("/usr"):
  for name in names:
    try: print(folder, name, os.getxattr(os.path.join(folder, name), "security.capability"))
    except OSError: pass`;
  const { stdout } = await sandbox.run(request(`find / -xdev -type f -perm /6000; ${python(capable)}`));
  expect(stdout).toBe('');
});
