import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createGateway } from '../../../src/gateway/gateway.ts';
import { connectEngine } from '../../../src/sandbox/docker/connect-engine.ts';
import { ROOT } from '../../../src/sandbox/docker/container-options.ts';
import type { RequestHandler } from '../../../src/sandbox/network/pipe/serve-requests.ts';
import type { CommandResult, Sandbox } from '../../../src/sandbox/sandbox.ts';
import { openSession } from '../../../src/sandbox/session/session.ts';
import { EMPTY_SPEC, stateFolder } from '../docker-fixture.ts';
import { request } from '../engine/conformance.ts';

const MIB = 1024 ** 2;
const state = stateFolder();

const echo: RequestHandler = async (incoming) => new Response(incoming.body);

/** A Docker sandbox with that gateway, for one test. */
async function sandboxWith(gateway: RequestHandler) {
  const engine = await openSession(state);
  onTestFinished(() => engine[Symbol.asyncDispose]());
  const sandbox = await engine.create({ ...EMPTY_SPEC, network: { gateway, policy: { kind: 'deny' } } });
  const url = sandbox.gatewayUrl ?? '';
  const run = (command: string) => sandbox.run(request(command.replaceAll('$URL', url)));
  return { engine, sandbox, url, run };
}

async function killPipe(sandbox: Sandbox): Promise<void> {
  const { docker } = await connectEngine();
  const exec = await docker
    .getContainer(sandbox.id)
    .exec({ User: ROOT, Cmd: ['/usr/bin/pkill', '-9', '-f', 'pipe[.]mjs'] });
  await exec.start({ Detach: true });
}

const said = ({ stdout, stderr }: CommandResult) => `${stdout}${stderr}`.trim();

describe('the byte pipe of a sandbox', () => {
  test('carries a request of the agent to its own gateway, and the answer back', async () => {
    const { run } = await sandboxWith(async (incoming) => {
      return new Response(`${incoming.method} ${new URL(incoming.url).pathname} ${await incoming.text()}`);
    });
    expect(said(await run('id -un; curl --silent $URL/v1/messages --data words'))).toBe(
      'agent\nPOST /v1/messages words',
    );
  });

  test('carries a hundred concurrent connections without mixing them', async () => {
    const { run } = await sandboxWith(echo);
    // Only the clients run at the same time: a slow machine would otherwise need more processes than a sandbox may have.
    const script = `
      for ((i = 0; i < 100; i++)); do
        head -c 200000 /dev/zero | tr '\\0' "\\\\$(printf %o $((33 + i % 90)))" > in.$i
      done
      for ((i = 0; i < 100; i++)); do curl --silent --data-binary @in.$i $URL > out.$i & done; wait
      for ((i = 0; i < 100; i++)); do cmp in.$i out.$i && echo same; done`;
    const same = (await run(script)).stdout.split('\n').filter((line) => line === 'same');
    expect(same).toHaveLength(100);
  });

  test('carries a hundred megabytes each way without growing on either side', async () => {
    const { run } = await sandboxWith(echo);
    await run('head -c 10M /dev/zero | curl --silent --upload-file - $URL | wc -c');
    const before = process.memoryUsage();
    const size = 'head -c 100M /dev/zero | curl --silent --upload-file - $URL | wc -c';
    expect(said(await run(size))).toBe(`${100 * MIB}`);
    const after = process.memoryUsage();
    expect(after.rss - before.rss).toBeLessThan(90 * MIB);
    const inside = Number(said(await run('ps -o rss= -p $(pgrep -f "pipe[.]mjs")')));
    expect(inside).toBeGreaterThan(0);
    expect(inside * 1024).toBeLessThan(160 * MIB);
  });

  test('survives whatever the agent does to its process', async () => {
    const { run, sandbox } = await sandboxWith(async () => new Response('still here'));
    const attach = 'import ctypes; print(ctypes.CDLL(None, use_errno=True).ptrace(16, int("$pid"), 0, 0))';
    const attempts = [
      'kill -9 $pid',
      'kill -STOP $pid',
      'kill -9 -1',
      'renice 19 $pid',
      'cat /proc/$pid/environ',
      'echo forged > /proc/$pid/fd/1',
      'cat /proc/$pid/mem',
      `python3 -c '${attach}' | grep 0`,
      'python3 -c "import socket; socket.create_server((\'127.0.0.1\', 18080))"',
      'python3 -c "import socket; socket.create_server((\'0.0.0.0\', 18080), reuse_port=True)"',
    ];
    for (const attempt of attempts) {
      const { exitCode } = await run(
        `pid=$(pgrep -f 'pipe[.]mjs') && ${attempt.replaceAll('"$pid"', "'$pid'")}`,
      );
      expect([attempt, exitCode]).not.toEqual([attempt, 0]);
    }
    expect(said(await run('curl --silent $URL'))).toBe('still here');
    await sandbox.stopProcesses();
    expect(said(await run('curl --silent $URL'))).toBe('still here');
    expect(await sandbox.egress()).toEqual([]);
  });

  test('is a fault with its reason once lost, rather than a sandbox without requests', async () => {
    const { run, sandbox } = await sandboxWith(echo);
    await killPipe(sandbox);
    expect((await run('sleep 0.5; curl --silent $URL')).exitCode).not.toBe(0);
    await expect(sandbox.egress()).rejects.toMatchObject({
      code: 'SANDBOX_FAILED',
      message: expect.stringMatching(/its process ended with exit code 137/),
    });
    expect(await sandbox.egress('ended')).toEqual([]);
  });

  test('survives floods and garbage on each of its listeners', async () => {
    const { run, sandbox } = await sandboxWith(async () => new Response('still here'));
    const flood = `
import os, socket
places = [('127.0.0.1', port) for port in (18080, 18081, 80)] + [('127.64.0.1', port) for port in (80, 443, 25)]
for place in places:
    for _ in range(300):
        try:
            s = socket.create_connection(place, timeout=5)
            s.setblocking(False)
            s.send(os.urandom(500))
            s.close()
        except OSError: pass
held = []
for _ in range(600):
    try: held.append(socket.create_connection(('127.64.0.1', 80), timeout=5))
    except OSError: pass
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for n in range(5000): udp.sendto(os.urandom(40), ('127.0.0.1', 53))
print('done')`;
    expect(said(await run(`python3 - <<'END'${flood}\nEND`))).toMatch(/done/);
    expect(said(await run('curl --silent --retry 5 --retry-all-errors $URL'))).toBe('still here');
    const events = await sandbox.egress();
    expect(JSON.stringify(events).length).toBeLessThan(5 * MIB);
    expect(events.filter((event) => event.kind === 'tcp' && event.port === 80).length).toBeGreaterThan(600);
  });
});

describe('from a sandbox', () => {
  test('no service of the host can be reached on any interface', async () => {
    const server = createServer((socket) => socket.end('reached'));
    onTestFinished(() => void server.close());
    server.listen(0, '0.0.0.0');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const hosts = Object.values(networkInterfaces()).flatMap(
      (all) => all?.map(({ address: one }) => one) ?? [],
    );
    expect(hosts).toContain('127.0.0.1');
    const { run } = await sandboxWith(echo);
    for (const host of [...hosts, '172.17.0.1', '169.254.169.254', 'host.docker.internal']) {
      const attempt = `curl --silent --max-time 3 --noproxy '*' telnet://[${host}]:${port} </dev/null`;
      const { stdout, exitCode } = await run(attempt.replace(/\[([^:\]]*)\]/, '$1'));
      expect([host, stdout, exitCode === 0]).toEqual([host, '', false]);
    }
  });

  test('neither another sandbox nor another trial’s gateway can be reached', async () => {
    const gateway = createGateway();
    const upstream = { simulated: true, send: () => Promise.reject(new Error('never asked')) };
    using own = gateway.openSession({ upstream, maxTokens: null });
    using others = gateway.openSession({ upstream, maxTokens: null });
    const { engine, run } = await sandboxWith(own.fetch);
    await engine.create({ ...EMPTY_SPEC, network: { gateway: others.fetch, policy: { kind: 'deny' } } });
    const ask = (token: string) =>
      run(`curl --silent --output /dev/null --write-out '%{http_code}' $URL/v1/messages \\
        --header 'x-api-key: ${token}' --header 'authorization: Bearer ${token}' \\
        --header 'host: other-sandbox' --header 'x-forwarded-for: 10.0.0.1' --data '{}'`);
    expect(said(await ask(own.token))).toBe('400');
    expect(said(await ask(others.token))).toBe('401');
    expect(others.report().requests).toBe(0);
    expect(said(await run('cat /proc/net/route | wc -l; ls /sys/class/net'))).toBe('1\nlo');
  });
});
