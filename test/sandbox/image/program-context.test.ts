import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { programContext } from '../../../src/sandbox/image/program-context.ts';
import { openTar } from '../../../src/sources/archive/open-tar.ts';
import { type TarEntry, tarGzOf } from '../../sources/archive/tar-of.ts';

/** What a context has of a package, by its name in there. */
async function contextOf(entries: readonly TarEntry[], leftOut: readonly string[] = []) {
  const bytes = await buffer(programContext(await tarGzOf(entries), leftOut));
  const { entries: found } = await openTar(bytes, { unpackedBytes: 1e9, entries: 1000 });
  const read = found.map(async ({ name, executable, read }) => {
    return [name, `${executable ? 'x ' : ''}${Buffer.from(await read())}`];
  });
  return Object.fromEntries(await Promise.all(read));
}

test('a context has the files of a package as they are, whatever its own folder is called', async () => {
  const big = 'x'.repeat(3_000_000);
  expect(
    await contextOf([
      { name: 'package/bin/program', content: big, mode: 0o755 },
      { name: 'other/LICENSE', content: 'free', mode: 0o644 },
    ]),
  ).toEqual({
    Dockerfile: expect.stringContaining('FROM'),
    'package/bin/program': `x ${big}`,
    'package/LICENSE': 'free',
  });
});

test('what is left out is named by its path, with an asterisk for any folder', async () => {
  const paths = ['vendor/x64/voice/lib', 'vendor/x64/voices', 'vendor/voice', 'docs/a/b', 'lib/docs/a'];
  const entries = paths.map((path) => ({ name: `package/${path}`, content: path }));
  const { Dockerfile: _, ...kept } = await contextOf(entries, ['vendor/*/voice', 'docs']);
  expect(Object.values(kept)).toEqual(['vendor/x64/voices', 'vendor/voice', 'lib/docs/a']);
});

test('links are no part of it', async () => {
  const link: TarEntry = { name: 'package/link', type: 'symlink', linkname: '/etc/passwd' };
  expect(Object.keys(await contextOf([link]))).toEqual(['Dockerfile']);
});

test.each(['package/../../etc/passwd', 'package//etc/passwd', 'package'])(
  'a file of the name %s is refused',
  async (name) => {
    await expect(contextOf([{ name, content: 'x' }])).rejects.toThrow(`a file of the name "${name}"`);
  },
);

test('what is no archive makes the context fail', async () => {
  await expect(buffer(programContext(Buffer.from('no archive'), []))).rejects.toThrow(
    'incorrect header check',
  );
  const cut = (await tarGzOf([{ name: 'package/a', content: 'x'.repeat(9999) }])).slice(0, -30);
  await expect(buffer(programContext(cut, []))).rejects.toThrow();
});
