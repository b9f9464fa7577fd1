import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { packPackage } from '../../../src/sources/npm/pack-package.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { tarGzOf } from '../archive/tar-of.ts';
import { serve } from '../http/serve.ts';

afterEach(() => vi.unstubAllEnvs());

const MANIFEST = '{"name":"pkg","version":"1.2.3","scripts":{"prepare":"exit 1","postinstall":"exit 1"}}';

/** A registry with one package, which npm has never asked for. */
async function registry() {
  const tarball = await tarGzOf([{ name: 'package/package.json', content: MANIFEST }]);
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const { origin } = await serve((request, response) => {
    if (request.url === '/pkg.tgz') response.end(tarball);
    else if (request.url === '/pkg') response.end(JSON.stringify(about));
    else response.writeHead(404).end();
  });
  const dist = { tarball: `${origin}/pkg.tgz`, integrity };
  const about = {
    name: 'pkg',
    'dist-tags': { latest: '1.2.3' },
    versions: { '1.2.3': { name: 'pkg', version: '1.2.3', dist } },
  };
  vi.stubEnv('npm_config_registry', `${origin}/`);
  vi.stubEnv('npm_config_cache', temporaryFolder());
  return { tarball, integrity };
}

const NEVER = new AbortController().signal;

test('a package is returned with the bytes of its version', async () => {
  const { tarball, integrity } = await registry();
  expect(await packPackage({ spec: 'pkg@1.2.3', integrity }, NEVER)).toEqual(Buffer.from(tarball));
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
