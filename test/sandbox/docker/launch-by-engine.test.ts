import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { USUAL_MACHINE } from '../../../src/contracts/environment.ts';
import { limitsOf } from '../../../src/sandbox/docker/container-options.ts';
import type { ContainerContext } from '../../../src/sandbox/docker/exec.ts';
import { launchByEngine } from '../../../src/sandbox/docker/launch-by-engine.ts';
import { connectToServer } from './connect-to-server.ts';

/** An engine whose one container starts a process only while it is allowed at least so many, and what it was told. */
async function fullContainer(needed: number): Promise<{ place: ContainerContext; limits: number[] }> {
  const limits = [256];
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming);
    if (incoming.url?.endsWith('/update')) limits.push(JSON.parse(body).PidsLimit);
    const hasRoom = (limits.at(-1) ?? 0) >= needed;
    const inspection = { Running: false, ExitCode: hasRoom ? 0 : 126, Pid: hasRoom ? 7 : 0 };
    response.end(JSON.stringify(incoming.url === '/exec/one/json' ? inspection : { Id: 'one' }));
  });
  server.on('upgrade', (_incoming, socket) => {
    socket.end('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n');
  });
  const { docker, streams } = await connectToServer(server);
  const container = docker.getContainer('full');
  const users = { agent: 20_000, grader: 40_000 };
  const asked = limitsOf(USUAL_MACHINE);
  const asRoot = () => expect.unreachable();
  return { place: { container, streams, users, limits: asked, asRoot, nameFolder: null }, limits };
}

const REQUEST = { argv: ['/bin/true'] };

test('a container without free processes gets more while a command of the harness starts', async () => {
  const { place, limits } = await fullContainer(1000);
  expect(await launchByEngine(place)(REQUEST)).toMatchObject({ exitCode: 0 });
  expect(limits).toEqual([256, 1024, 256]);
});

test('a container with free processes is left as it is', async () => {
  const { place, limits } = await fullContainer(1);
  expect(await launchByEngine(place)(REQUEST)).toMatchObject({ exitCode: 0 });
  expect(limits).toEqual([256]);
});

test('a container that starts nothing at all is a fault, and its limit is restored', async () => {
  const { place, limits } = await fullContainer(1_000_000);
  await expect(launchByEngine(place)(REQUEST)).rejects.toMatchObject({ code: 'SANDBOX_FAILED' });
  expect(limits.at(-1)).toBe(256);
});
