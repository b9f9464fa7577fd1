import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';
import { PACKAGE, PROGRAM_DOCKERFILE } from './program-dockerfile.ts';

/**
 * The context of the build of a program's image, as a tar archive: its Dockerfile, and the files of the package but for those
 * that are left out. A package has hundreds of megabytes, so that it is never unpacked as a whole. The stream fails if
 * the package cannot be read.
 */
export function programContext(tarball: Uint8Array, leftOut: readonly string[]): Readable {
  const context = pack();
  context.entry({ name: 'Dockerfile' }, PROGRAM_DOCKERFILE);
  fill(context, tarball, leftOut).then(
    () => context.finalize(),
    (cause: unknown) => context.destroy(cause instanceof Error ? cause : new Error(String(cause))),
  );
  return Readable.from(context);
}

async function fill(context: Pack, tarball: Uint8Array, leftOut: readonly string[]): Promise<void> {
  const reader = extract();
  pipeline(Readable.from([tarball]), createGunzip(), reader).catch(() => {
    // It ends the reader, whose loop throws the same error.
  });
  for await (const entry of reader) {
    const { name, type, size, mode } = entry.header;
    const path = pathInPackage(name);
    if (type !== 'file' || isLeftOut(path, leftOut)) entry.resume();
    else await pipeline(entry, context.entry({ name: `${PACKAGE}/${path.join('/')}`, size, mode }));
  }
}

/** Whatever the first folder of a package is called, npm unpacks what is in it. */
function pathInPackage(name: string): string[] {
  const [, ...path] = name.split('/');
  if (path.length > 0 && !path.includes('..') && !path.includes('')) return path;
  throw new Error(`the package has a file of the name ${JSON.stringify(name)}, which npm does not make`);
}

/** What is left out is named by its path in the package, with `*` for any name of a folder. */
function isLeftOut(path: readonly string[], leftOut: readonly string[]): boolean {
  return leftOut.some((pattern) => pattern.split('/').every((part, at) => part === '*' || part === path[at]));
}
