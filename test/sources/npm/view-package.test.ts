import { afterEach, expect, test, vi } from 'vitest';
import { packPackage } from '../../../src/sources/npm/pack-package.ts';
import { viewPackage } from '../../../src/sources/npm/view-package.ts';
import { npmRegistry } from './npm-registry.ts';

afterEach(() => vi.unstubAllEnvs());

const NEVER = new AbortController().signal;

test('a tag and a version are those that the registry has, and there may be none', async () => {
  const { integrityOf } = await npmRegistry({ pkg: { '1.2.3': {}, '1.3.0': {} } });
  const [tagged, exact, missing, unknown] = await Promise.all(
    ['pkg@latest', 'pkg@1.2.3', 'pkg@9.9.9', 'other@1.2.3'].map((spec) => viewPackage(spec, NEVER)),
  );
  expect(tagged).toEqual({ version: '1.3.0', integrity: integrityOf('pkg@1.3.0') });
  expect(exact).toEqual({ version: '1.2.3', integrity: integrityOf('pkg@1.2.3') });
  expect({ missing, unknown }).toEqual({ missing: null, unknown: null });
});

test('what stands for several versions is refused', async () => {
  await npmRegistry({ pkg: { '1.2.3': {}, '1.3.0': {} } });
  await expect(viewPackage('pkg@x', NEVER)).rejects.toMatchObject({
    code: 'SOURCE_UNREACHABLE',
    message: "npm's answer about pkg@x: expected one version with its SHA-512, found 2 versions",
  });
});

test.each(['pkg@1.2.3', '@of/pkg@1.2.3'])(
  'for %s, a registry whose address contains a key is asked nothing',
  async (spec) => {
    vi.stubEnv('GEMINI_API_KEY', 'key-of-gemini');
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/key-of-gemini/');
    const message = /contains the key GEMINI_API_KEY, which would be sent there/;
    await expect(viewPackage(spec, NEVER)).rejects.toThrow(message);
    const integrity = `sha512-${'A'.repeat(86)}==`;
    await expect(packPackage({ spec, integrity }, NEVER)).rejects.toThrow(message);
  },
);

test('a registry that cannot be reached is an error that quotes npm', async () => {
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/');
  await expect(viewPackage('pkg@1.2.3', NEVER)).rejects.toMatchObject({
    code: 'SOURCE_UNREACHABLE',
    message: expect.stringMatching(/^npm could not ask its registry about pkg@1\.2\.3: .*127\.0\.0\.1:9/),
  });
});
