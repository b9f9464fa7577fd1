import Docker from 'dockerode';
import { expect, test } from 'vitest';
import { SESSION_LABEL } from '../../../src/sandbox/docker/container-options.ts';
import { openSession } from '../../../src/sandbox/session/session.ts';
import { containersOf, EMPTY_SPEC, leasedSessions, stateFolder } from '../docker-fixture.ts';

const state = stateFolder();

async function onlyContainerOf(session: string): Promise<Docker.Container> {
  const docker = new Docker();
  const filters = { label: [`${SESSION_LABEL}=${session}`] };
  const [found] = await docker.listContainers({ all: true, filters });
  if (found === undefined) throw new Error('the session has no container');
  return docker.getContainer(found.Id);
}

test('a witness is sound while the engine is, whatever happens to another sandbox', async () => {
  await using engine = await openSession(state);
  await using witness = engine.callWitness();
  await using sandbox = await engine.create(EMPTY_SPEC);
  await new Docker().getContainer(sandbox.id).kill();
  expect(await witness.isSound()).toBe(true);
});

test('a witness that has ended is reported once and replaced', async () => {
  await using engine = await openSession(state);
  const [session = ''] = leasedSessions(state);
  await using witness = engine.callWitness();
  expect(await witness.isSound()).toBe(true);
  await (await onlyContainerOf(session)).kill();
  expect(await witness.isSound()).toBe(false);
  expect(await witness.isSound()).toBe(true);
  expect(await containersOf(session)).toBe(1);
});

test('no witness is left behind, even if it had only just been called', async () => {
  await using engine = await openSession(state);
  const [session = ''] = leasedSessions(state);
  {
    await using _witness = engine.callWitness();
  }
  expect(await containersOf(session)).toBe(0);
});
