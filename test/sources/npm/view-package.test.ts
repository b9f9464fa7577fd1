import { afterEach, expect, test, vi } from 'vitest';
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

test('a registry that cannot be reached is an error that quotes npm', async () => {
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/');
  await expect(viewPackage('pkg@1.2.3', NEVER)).rejects.toMatchObject({
    code: 'SOURCE_UNREACHABLE',
    message: expect.stringMatching(/^npm could not ask its registry about pkg@1\.2\.3: .*127\.0\.0\.1:9/),
  });
});
