import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { hostRegistries, needsHostNetwork } from '../../../src/sandbox/image/host-registries.ts';
import { startedBeside } from '../../fixtures/started-beside.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

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

test('the folder in which Assay was started chooses neither the registry of a build nor its network', async () => {
  const own = join(temporaryFolder(), 'own.npmrc');
  writeFileSync(own, 'registry=https://own.example/\n');
  vi.stubEnv('npm_config_userconfig', own);
  vi.stubEnv('npm_config_registry', undefined);
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy'])
    for (const spelled of [name, name.toUpperCase()]) vi.stubEnv(spelled, undefined);
  vi.stubEnv('PIP_INDEX_URL', 'https://pip.example/simple');
  startedBeside({
    '.npmrc': 'registry=http://127.0.0.1:18999/\n',
    'pip.conf': '[global]\nindex-url = http://127.0.0.1:18999/\nextra-index-url = http://127.0.0.1:18999/\n',
    'package.json': '{}',
  });
  const registries = await hostRegistries();
  expect(registries.variables['npm_config_registry']).toBe('https://own.example/');
  expect(JSON.stringify(registries.variables)).not.toContain('18999');
  expect(needsHostNetwork({ ...registries, debian: new Map() })).toBe(false);
});

test('a build is told no registry whose address contains a key', async () => {
  vi.stubEnv('GEMINI_API_KEY', 'key-of-gemini');
  vi.stubEnv('PIP_INDEX_URL', 'https://pip.example/key-of-gemini/simple');
  await expect(hostRegistries()).rejects.toThrow(
    'PIP_INDEX_URL of this machine contains the key GEMINI_API_KEY',
  );
});
