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

/**
 * A connection that is bound to a device, and waits for its turn while the program begins one from the same port. What keeps it alive
 * uses up the answers that the kernel would give to the program's attempt, and that would break it off.
 */
const BOUND = `
import socket, sys, time
place = ("127.0.0.1", int(sys.argv[1]))
others = [socket.create_connection(place) for _ in range(256)]
bound = socket.socket()
bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
bound.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b"lo")
bound.bind(("127.0.0.1", int(sys.argv[2])))
bound.settimeout(5)
bound.connect(place)
bound.send(b"GET /bound HTTP/1.0\\r\\n\\r\\n")
bound.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 1)
time.sleep(1.1)
print("waits", flush=True)
sys.stdin.readline()
others.pop().close()
try:
    bound.recv(9)
except OSError:
    pass
`;
const BEGUN = `
import socket, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", sys.argv[2], sys.argv[1], "33333"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
child.stdout.readline()
begun = socket.socket()
begun.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
begun.bind(("127.0.0.1", 33333))
begun.setblocking(False)
begun.connect_ex(("127.0.0.1", int(sys.argv[1])))
child.communicate(b"\\n")
begun.close()
own = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
own.send(b"GET /own HTTP/1.0\\r\\n\\r\\n")
own.recv(9)
`;

test('a connection that the program has only begun lends its ends to no other one', async () => {
  const port = new URL(sandbox.gatewayUrl ?? '').port;
  const { asked, said } = await askersOf(`exec python3 -c '${BEGUN}' ${port} '${BOUND}'`);
  expect(said).toBe('');
  // On a slow machine, the program's attempt breaks the other connection off.
  expect([{ bound: 'other', own: 'agent' }, { own: 'agent' }]).toContainEqual(asked);
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

test('what a program starts cannot stop the shell, or nothing passes for the program any more', async () => {
  const { asked, said } = await askersOf(
    NODE(`${SPAWNING}
      try { run("bash", ["-c", "kill -9 $(ps -o ppid= -p $PPID)"], { stdio: "pipe" }); } catch { console.log("kept"); }
      await ask("late");`),
  );
  // A kernel before 6.12 keeps nobody from it.
  expect([
    { asked: { late: 'agent' }, said: 'kept' },
    { asked: {}, said: '' },
  ]).toContainEqual({ asked, said });
});
