import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { USUAL_MACHINE } from '../../../src/contracts/environment.ts';
import { connectEngine } from '../../../src/sandbox/docker/connect-engine.ts';
import { NameFiles } from '../../../src/sandbox/docker/name-files.ts';
import { dockerEngine } from '../../../src/sandbox/engine/docker-engine.ts';
import { imageFor } from '../../../src/sandbox/image/image.ts';
import type { SandboxEngine } from '../../../src/sandbox/sandbox.ts';
import { openSession } from '../../../src/sandbox/session/session.ts';
import { EMPTY_SPEC, leasedSessions, stateFolder } from '../docker-fixture.ts';
import { request } from './conformance.ts';

const state = stateFolder();

const LOOK = `cat /etc/hosts /etc/resolv.conf /etc/hostname; hostname; getent hosts localhost
  ls /sys/class/net; cat /proc/net/if_inet6; cat /proc/sys/net/ipv4/ip_unprivileged_port_start`;

/** What a sandbox knows about names and its network, and whether the engine has made that. */
async function lookAt(engine: SandboxEngine) {
  await using sandbox = await engine.create(EMPTY_SPEC);
  const { docker } = await connectEngine();
  const { Config, HostsPath } = await docker.getContainer(sandbox.id).inspect();
  const { stdout, stderr } = await sandbox.run(request(LOOK));
  const seen = { byEngine: HostsPath.includes(sandbox.id), ...Config, said: `${stdout}${stderr}` };
  return { seen, file: HostsPath };
}

test.each<[string, (folder: string) => Promise<void>]>([
  ['cannot mount', (folder) => rm(folder, { recursive: true })],
  ['cannot read', (folder) => writeFile(join(folder, 'hosts'), '')],
])('where an engine %s our lists of names, it writes the same', async (_why, spoil) => {
  await using session = await openSession(state);
  const ours = await lookAt(session);
  const [id = ''] = leasedSessions(state);
  await using names = new NameFiles(`${id}-spoilt`);
  await spoil((await names.folder()) ?? '');
  const [connection, image] = await Promise.all([connectEngine(), imageFor(null)]);
  const context = { connection, image, session: id, runtime: null, machine: USUAL_MACHINE };
  const engine = dockerEngine({ ...context, names });
  const [first, next] = [await lookAt(engine), await lookAt(engine)];
  expect(ours.seen).toMatchObject({ byEngine: false, NetworkDisabled: true });
  expect(first.seen).toMatchObject({ byEngine: true, said: ours.seen.said });
  expect(next.seen).toMatchObject({ byEngine: true });
});

test('the lists of names are removed with their session', async () => {
  await using session = await openSession(state);
  const { file } = await lookAt(session);
  expect(existsSync(file)).toBe(true);
  await session[Symbol.asyncDispose]();
  expect(existsSync(file)).toBe(false);
});
