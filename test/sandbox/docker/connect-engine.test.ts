import { afterEach, expect, test, vi } from 'vitest';
import { connectEngine } from '../../../src/sandbox/docker/connect-engine.ts';

afterEach(() => vi.unstubAllEnvs());

test.each(['tcp://127.0.0.1:1', 'unix:///nowhere/docker.sock', 'nonsense'])(
  'a DOCKER_HOST without an engine is an error: %s',
  async (address) => {
    vi.stubEnv('DOCKER_HOST', address);
    await expect(connectEngine()).rejects.toMatchObject({
      code: 'ENGINE_UNREACHABLE',
      message: expect.stringMatching(new RegExp(`at ${address} .*unset DOCKER_HOST`)),
    });
  },
);

test('without DOCKER_HOST the local engine is found', async () => {
  vi.stubEnv('DOCKER_HOST', undefined);
  const { address, docker } = await connectEngine();
  expect(address).toMatch(/^unix:/);
  expect(`${await docker.ping()}`).toBe('OK');
});
