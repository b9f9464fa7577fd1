import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandResult, Sandbox, SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { EMPTY_SPEC, stateFolder } from './docker-fixture.ts';
import { request } from './engine/conformance.ts';

const state = stateFolder();
const SPEC = { ...EMPTY_SPEC, shell: true };

let engine: SandboxEngine & AsyncDisposable;
beforeAll(async () => {
  engine = await openSession(state);
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
});

/** Prints how many the program could take, and keeps them for as long as the sandbox lives. */
function takeAll(take: string): string {
  const lines = ['import ctypes, os, time', 'libc = ctypes.CDLL(None)', 'taken = 0', take];
  const program = [...lines, 'print(taken, flush=True)', 'time.sleep(600)'].join('\n');
  return `python3 -c '${program}' >taken & until [ -s taken ]; do sleep 0.05; done; cat taken`;
}

function takeOne(take: string): string {
  return `python3 -c '${['import ctypes, os', 'libc = ctypes.CDLL(None)', take].join('\n')}'`;
}

async function sideBySide(
  first: string,
  second: string,
): Promise<{ first: CommandResult; second: CommandResult }> {
  await using greedy = await engine.create(SPEC);
  await using modest = await engine.create(SPEC);
  return {
    first: await greedy.run(request(first, { seconds: 30 })),
    second: await modest.run(request(second)),
  };
}

test('a sandbox that uses up its inotify instances leaves those of the next sandbox alone', async () => {
  const { first, second } = await sideBySide(
    takeAll('while libc.inotify_init1(0) >= 0: taken += 1'),
    takeOne('print(libc.inotify_init1(0) >= 0)'),
  );
  expect(Number(first.stdout)).toBeGreaterThan(0);
  expect(second.stdout).toBe('True\n');
});

test('a sandbox that fills its pipes leaves room in the pipes of the next sandbox', async () => {
  const { first, second } = await sideBySide(
    takeAll('import fcntl\nwhile taken < 2000 and fcntl.fcntl(os.pipe()[1], 1032) == 1 << 16: taken += 1'),
    takeOne('import fcntl\nprint(fcntl.fcntl(os.pipe()[1], 1032))'),
  );
  expect(Number(first.stdout)).toBeGreaterThan(0);
  expect(second.stdout).toBe('65536\n');
});

test('the kernel’s asynchronous I/O is unavailable', async () => {
  await using sandbox = await engine.create(SPEC);
  const setup = 'print(libc.syscall(206, 1, ctypes.byref(ctypes.c_ulong(0))), ctypes.get_errno())';
  const program = ['import ctypes', 'libc = ctypes.CDLL(None, use_errno=True)', setup].join('\n');
  expect((await sandbox.run(request(`python3 -c '${program}'`))).stdout).toBe('-1 38\n');
});

async function answers(sandbox: Sandbox, command: string): Promise<string> {
  return (await sandbox.run(request(command))).stdout.trim();
}

test('each sandbox has a user of its own, always named agent', async () => {
  const look =
    'id -un; id -gn; getent passwd "$(id -u)" | cut -d: -f1,6; cd; pwd; python3 -c "import getpass; print(getpass.getuser())"; node -p "os.userInfo().username"; stat -c "%U %G" . /workspace';
  const names = [
    'agent',
    'agent',
    'agent:/home/agent',
    '/home/agent',
    'agent',
    'agent',
    'agent agent',
    'agent agent',
  ];
  const numbers = new Set<string>();
  for (const shell of [true, false]) {
    await using sandbox = await engine.create({ ...EMPTY_SPEC, shell });
    expect((await answers(sandbox, look)).split('\n')).toEqual(names);
    expect(
      await answers(
        sandbox,
        '[ "$(id -u)" = "$(id -g)" ] && [ "$(stat -c %u ~)" = "$(id -u)" ] && echo same',
      ),
    ).toBe('same');
    numbers.add(await answers(sandbox, 'id -u'));
  }
  expect(numbers.size).toBe(2);
  expect(numbers).not.toContain('10001');
});
