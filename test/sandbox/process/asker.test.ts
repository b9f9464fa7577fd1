import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { openSession } from '../../../src/sandbox/session/session.ts';
import { EMPTY_SPEC, stateFolder } from '../docker-fixture.ts';
import { request } from '../engine/conformance.ts';

const made = new AsyncDisposableStack();
let sandbox: Sandbox;
/** Who asked for each path, as the gateway was told. */
const asked: [path: string, asker: string | null][] = [];

beforeAll(async () => {
  const engine = made.use(await openSession(stateFolder()));
  const network = {
    policy: { kind: 'deny' as const },
    gateway: async ({ url }: Request, asker: string | null) => {
      asked.push([new URL(url).pathname.slice(1), asker]);
      return new Response('ok');
    },
  };
  sandbox = made.use(await engine.create({ ...EMPTY_SPEC, shell: true, network }));
});
afterAll(async () => {
  await made.disposeAsync();
});

/** Runs an agent program, and returns who asked for what meanwhile. */
async function askersOf(program: string, { isProgram = true } = {}) {
  asked.length = 0;
  const { stdout, stderr } = await sandbox.run({
    ...request(program.replaceAll('GATEWAY', sandbox.gatewayUrl ?? '')),
    isProgram,
  });
  return { asked: Object.fromEntries(asked), said: `${stdout}${stderr}`.trim() };
}

/** What most agents are: a program that asks, and starts others. */
const NODE = (source: string) => `exec node --input-type=module -e '${source}' </dev/null`;
const SPAWNING =
  'import { execFileSync as run } from "node:child_process"; const ask = (path) => fetch("GATEWAY/" + path);';

test('before there is a program, nobody is told apart', async () => {
  const { asked } = await askersOf('curl -s GATEWAY/early', { isProgram: false });
  expect(asked).toEqual({ early: null });
});

test('a program is told from all that it starts, whatever they do to look like it', async () => {
  const source = `${SPAWNING}
    await ask("first");
    run("curl", ["-s", "GATEWAY/child"]);
    run("bash", ["-c", "exec -a node curl -s GATEWAY/named-alike"]);
    run("setsid", ["bash", "-c", "(curl -s GATEWAY/detached; true) & wait"]);
    run("python3", ["-c", "import socket; s = socket.create_connection((\\"127.0.0.1\\", GATEWAY_PORT)); s.send(b\\"GET /raw HTTP/1.0\\\\r\\\\n\\\\r\\\\n\\"); s.recv(9)"]);
    await ask("last");`;
  const port = new URL(sandbox.gatewayUrl ?? '').port;
  const { asked, said } = await askersOf(NODE(source.replace('GATEWAY_PORT', port)));
  expect(said).toBe('');
  expect(asked).toEqual({
    ...{ first: 'agent', last: 'agent' },
    ...{ child: 'other', 'named-alike': 'other', detached: 'other', raw: 'other' },
  });
});

test('nothing passes for the program by its port at another address', async () => {
  const port = new URL(sandbox.gatewayUrl ?? '').port;
  const child = `
import os, socket
held = [line.split() for line in open("/proc/net/tcp")][1:]
ports = [int(row[1].split(":")[1], 16) for row in held if int(row[2].split(":")[1], 16) == ${port} and row[3] == "01"]
for own in ports:
    s = socket.socket()
    s.bind(("127.0.0.2", own))
    s.connect(("127.0.0.1", ${port}))
    s.send(b"GET /at-its-port HTTP/1.0\\r\\n\\r\\n")
    s.recv(9)
`;
  const source = `${SPAWNING}
    await (await ask("first")).text();
    run("python3", ["-c", ${JSON.stringify(child)}]);`;
  const { asked, said } = await askersOf(NODE(source));
  expect({ asked, said }).toEqual({ asked: { first: 'agent', 'at-its-port': 'other' }, said: '' });
});

test('once the program has ended, whatever it left behind is something else', async () => {
  await askersOf('(tail --pid=$$ -f /dev/null; curl -s GATEWAY/afterwards) >/dev/null 2>&1 & exec true');
  await expect.poll(() => asked).toEqual([['afterwards', 'other']]);
});

test('what a program starts can neither change it nor the process that knows it', async () => {
  const { said } = await askersOf(
    `exec python3 -c '
import os, subprocess
child = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
program = os.getppid()
shell = int(open(f"/proc/{program}/stat").read().rsplit(")", 1)[1].split()[1])
for pid in (program, shell):
    libc.ptrace(16, pid, 0, 0)
    print("ptrace", os.strerror(ctypes.get_errno()))
    for name in ("mem", "environ"):
        try:
            open(f"/proc/{pid}/{name}", "r+b" if name == "mem" else "rb")
            print(name, "opened")
        except OSError as error:
            print(name, error.strerror)
"""
subprocess.run(["python3", "-c", child])
'`,
  );
  expect(said.split('\n')).toEqual([
    ...['ptrace Operation not permitted', 'mem Permission denied', 'environ opened'],
    ...['ptrace Operation not permitted', 'mem Permission denied', 'environ Permission denied'],
  ]);
});

test('without the shell, nothing passes for the program', async () => {
  const { asked } = await askersOf(
    NODE(`${SPAWNING} run("bash", ["-c", "kill -9 $(ps -o ppid= -p $PPID)"]); await ask("late");`),
  );
  expect(Object.values(asked)).not.toContain('agent');
});
