import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { WORKSPACE } from '../../../src/contracts/sandbox-places.ts';
import { connectEngine } from '../../../src/sandbox/docker/connect-engine.ts';
import { SESSION_LABEL } from '../../../src/sandbox/docker/container-options.ts';
import { outlineOf } from '../../../src/sandbox/engine/outline.ts';
import type { SandboxSpec } from '../../../src/sandbox/sandbox.ts';
import { openSession } from '../../../src/sandbox/session/session.ts';
import { containersOf, leasedSessions, stateFolder } from '../docker-fixture.ts';
import { request, textFile } from './conformance.ts';

const state = stateFolder();

const SPEC: SandboxSpec = {
  purpose: 'prepared',
  mounts: [{ root: '/skills', files: [textFile('/skills/a.md', 'a')] }],
  files: [textFile(`${WORKSPACE}/b`, 'b')],
  env: { WHO: 'me' },
  shell: true,
  network: { gateway: async () => new Response('heard'), policy: { kind: 'deny' } },
};

async function begunContainers(session: string): Promise<string[]> {
  const { docker } = await connectEngine();
  for (;;) {
    const found = await docker.listContainers({ filters: { label: [`${SESSION_LABEL}=${session}`] } });
    if (found.length > 0) return found.map(({ Id }) => Id);
  }
}

test('a sandbox made from a prepared container is like any other', async () => {
  await using engine = await openSession(state);
  const [session = ''] = leasedSessions(state);
  await using _prepared = engine.prepare(outlineOf(SPEC));
  const begun = await begunContainers(session);
  await using sandbox = await engine.create(SPEC);
  expect(begun).toEqual([sandbox.id]);
  const look = `cat /skills/a.md b; echo $WHO; curl -s ${sandbox.gatewayUrl}; id -un`;
  expect((await sandbox.run(request(look))).stdout).toBe('abme\nheardagent\n');
});

test('a container that was prepared for another purpose is not used, and none is used twice', async () => {
  await using engine = await openSession(state);
  const [session = ''] = leasedSessions(state);
  await using _prepared = engine.prepare(outlineOf(SPEC));
  const [begun] = await begunContainers(session);
  await using other = await engine.create({ ...SPEC, purpose: 'another' });
  await using first = await engine.create(SPEC);
  await using second = await engine.create(SPEC);
  expect(first.id).toBe(begun);
  expect(new Set([other.id, first.id, second.id]).size).toBe(3);
});

test('a prepared container that has ended is not used', async () => {
  await using engine = await openSession(state);
  const [session = ''] = leasedSessions(state);
  await using _prepared = engine.prepare(outlineOf(SPEC));
  const [begun = ''] = await begunContainers(session);
  const { docker } = await connectEngine();
  const container = docker.getContainer(begun);
  await Promise.all([container.wait(), container.kill()]);
  await using sandbox = await engine.create(SPEC);
  expect(sandbox.id).not.toBe(begun);
  expect((await sandbox.run(request('echo here'))).stdout).toBe('here\n');
});

test('an unused container is removed, even if it had only just been started', async () => {
  await using engine = await openSession(state);
  const [session = ''] = leasedSessions(state);
  {
    await using _prepared = engine.prepare(outlineOf(SPEC));
  }
  expect(await containersOf(session)).toBe(0);
});

test('a container that is in use outlives its preparation', async () => {
  await using engine = await openSession(state);
  const preparation = engine.prepare(outlineOf(SPEC));
  await using sandbox = await engine.create(SPEC);
  await preparation[Symbol.asyncDispose]();
  expect((await sandbox.run(request('echo here'))).stdout).toBe('here\n');
});

test('taking a container that is still starting can be interrupted, and nothing is left behind', async () => {
  await using engine = await openSession(state);
  const [session = ''] = leasedSessions(state);
  const interruption = new AbortController();
  await using _prepared = engine.prepare(outlineOf(SPEC));
  const making = engine.create(SPEC, interruption.signal);
  interruption.abort();
  await expect(making).rejects.toMatchObject({ code: 'INTERRUPTED' });
  expect(await containersOf(session)).toBe(0);
});

test('a signal used for many sandboxes retains none of them', async () => {
  await using engine = await openSession(state);
  const { signal } = new AbortController();
  await using _prepared = engine.prepare(outlineOf(SPEC));
  {
    await using sandbox = await engine.create(SPEC, signal);
    await sandbox.run(request('true'), signal);
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
