import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { USUAL_MACHINE } from '../../../src/contracts/environment.ts';
import { createContainer } from '../../../src/sandbox/engine/create-container.ts';
import { connectToServer } from '../docker/connect-to-server.ts';

const OUTLINE = { purpose: 'test', mounts: [], shell: false, grader: false, network: false };

type Asked = { name: string; Cmd: string[]; HostConfig: { Tmpfs: Record<string, string> } };

/** An engine that gives these answers to requests for a container, and then makes one; and what it was asked for. */
async function create(statuses: readonly number[]) {
  const asked: Asked[] = [];
  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '', 'http://engine');
    if (url.pathname !== '/containers/create') return response.end('OK');
    asked.push({ ...JSON.parse(await text(incoming)), name: url.searchParams.get('name') });
    response.writeHead(statuses[asked.length - 1] ?? 201, { 'Content-Type': 'application/json' });
    return response.end(JSON.stringify({ Id: 'made', message: 'Refused.' }));
  });
  const connection = await connectToServer(server);
  const image = { tag: 'image', setup: 'assay setup' };
  const frame = { session: 's', runtime: null, machine: USUAL_MACHINE };
  const created = createContainer({ connection, image, ...frame }, OUTLINE, null);
  return { created, asked };
}

test('a container is named after the user id of its agent, which owns the agent’s folders', async () => {
  const { created, asked } = await create([]);
  const { users, container } = await created;
  const [{ name, Cmd, HostConfig } = expect.unreachable()] = asked;
  expect(container.id).toBe('made');
  expect(name).toBe(`assay-${users.agent}`);
  expect(Cmd).toEqual([`${users.agent}`, `${users.grader}`]);
  expect(HostConfig.Tmpfs['/workspace']).toContain(`uid=${users.agent},gid=${users.agent},`);
});

test('a user id that another container has is not used', async () => {
  const { created, asked } = await create([409, 409]);
  const { users } = await created;
  expect(asked.length).toBe(3);
  expect(asked.at(-1)?.name).toBe(`assay-${users.agent}`);
});

test('an engine without a free user id is a fault', async () => {
  const { created } = await create(Array.from({ length: 1000 }, () => 409));
  await expect(created).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
});

test('a missing image is reported as such', async () => {
  const { created } = await create([404]);
  await expect(created).rejects.toMatchObject({ code: 'IMAGE_MISSING' });
});
