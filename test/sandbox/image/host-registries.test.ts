import { afterEach, expect, test, vi } from 'vitest';
import { hostRegistries } from '../../../src/sandbox/image/host-registries.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a build is told the proxies and registries of this machine, but neither names nor passwords for them', async () => {
  vi.stubEnv('http_proxy', 'http://ada:pass%40word@proxy.example:3128');
  vi.stubEnv('HTTPS_PROXY', 'ada:p@ss@proxy.example:3128');
  vi.stubEnv('https_proxy', undefined);
  vi.stubEnv('no_proxy', 'localhost,.example');
  vi.stubEnv('npm_config_registry', 'https://token@npm.example/@team/');
  vi.stubEnv('PIP_INDEX_URL', 'https://ada:secret@pip.example/simple');
  vi.stubEnv(
    'PIP_EXTRA_INDEX_URL',
    'https://one.example/@a/simple https://token@two.example/simple file:///srv',
  );
  const { variables, withheld } = await hostRegistries();
  expect(variables).toMatchObject({
    http_proxy: 'http://proxy.example:3128',
    HTTP_PROXY: 'http://proxy.example:3128',
    https_proxy: 'proxy.example:3128',
    HTTPS_PROXY: 'proxy.example:3128',
    no_proxy: 'localhost,.example',
    npm_config_registry: 'https://npm.example/@team/',
    PIP_INDEX_URL: 'https://pip.example/simple',
    PIP_EXTRA_INDEX_URL: 'https://one.example/@a/simple https://two.example/simple',
  });
  expect(withheld).toEqual([
    ...['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'],
    ...['npm_config_registry', 'PIP_INDEX_URL', 'PIP_EXTRA_INDEX_URL'],
  ]);
});
