import { afterEach, expect, test, vi } from 'vitest';
import { packPackage } from '../../../src/sources/npm/pack-package.ts';
import { npmRegistry } from './npm-registry.ts';

afterEach(() => vi.unstubAllEnvs());

async function registry() {
  const { asked, integrityOf, tarballOf } = await npmRegistry({ pkg: { '1.2.3': {} } });
  return { asked, integrity: integrityOf('pkg@1.2.3'), tarball: tarballOf('pkg@1.2.3') };
}

const NEVER = new AbortController().signal;

test('a package is returned with the bytes of its version, and is downloaded once', async () => {
  const { tarball, integrity, asked } = await registry();
  for (let times = 0; times < 2; times++)
    expect(await packPackage({ spec: 'pkg@1.2.3', integrity }, NEVER)).toEqual(Buffer.from(tarball ?? []));
  expect(asked).toEqual(['/pkg', '/pkg%401.2.3.tgz']);
});

test('bytes other than the pinned ones are refused', async () => {
  await registry();
  const integrity = `sha512-${Buffer.alloc(64).toString('base64')}`;
  await expect(packPackage({ spec: 'pkg@1.2.3', integrity }, NEVER)).rejects.toMatchObject({
    code: 'SOURCE_UNREACHABLE',
    message: expect.stringMatching(/bytes of pkg@1\.2\.3 are not those.*registry/),
  });
});

test('a failure of npm is an error that quotes it', async () => {
  const { integrity } = await registry();
  await expect(packPackage({ spec: 'other@1.2.3', integrity }, NEVER)).rejects.toMatchObject({
    code: 'SOURCE_UNREACHABLE',
    message: expect.stringMatching(/npm could not fetch other@1\.2\.3: .*404/s),
  });
});

test('an interruption stops it', async () => {
  const { integrity } = await registry();
  await expect(packPackage({ spec: 'pkg@1.2.3', integrity }, AbortSignal.abort())).rejects.toMatchObject({
    code: 'INTERRUPTED',
  });
});
