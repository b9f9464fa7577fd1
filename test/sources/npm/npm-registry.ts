import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { tarGzOf } from '../archive/tar-of.ts';
import { serve } from '../http/serve.ts';

/** The files of each version, by their path in the package; the last version is the latest. */
type Versions = Record<string, Record<string, string>>;

type Published = { tarball: Uint8Array; integrity: string };

/** A registry on loopback with these packages, which is that of the npm of this machine and has never been asked. */
export async function npmRegistry(packages: Record<string, Versions>) {
  const published = new Map<string, Published>();
  for (const [name, versions] of Object.entries(packages))
    for (const [version, files] of Object.entries(versions))
      published.set(`${name}@${version}`, await publish(name, version, files));
  const { origin, asked } = await serve(({ url = '' }, response) => {
    const path = decodeURIComponent(url.slice(1));
    const tarball = published.get(path.replace(/\.tgz$/, ''))?.tarball;
    const versions = packages[path];
    if (tarball !== undefined) response.end(tarball);
    else if (versions !== undefined) response.end(JSON.stringify(about(path, Object.keys(versions))));
    else response.writeHead(404).end();
  });
  const about = (name: string, versions: readonly string[]) => ({
    name,
    'dist-tags': { latest: versions.at(-1) },
    versions: Object.fromEntries(
      versions.map((version) => {
        const spec = `${name}@${version}`;
        const dist = { tarball: `${origin}/${encodeURIComponent(spec)}.tgz`, integrity: integrityOf(spec) };
        return [version, { name, version, dist }];
      }),
    ),
  });
  const integrityOf = (spec: string) => published.get(spec)?.integrity ?? '';
  vi.stubEnv('npm_config_registry', `${origin}/`);
  vi.stubEnv('npm_config_cache', temporaryFolder());
  return { asked, integrityOf, tarballOf: (spec: string) => published.get(spec)?.tarball };
}

async function publish(name: string, version: string, files: Record<string, string>): Promise<Published> {
  const manifest = JSON.stringify({ name, version, scripts: { prepare: 'exit 1', postinstall: 'exit 1' } });
  const tarball = await tarGzOf(
    Object.entries({ 'package.json': manifest, ...files }).map(([path, content]) => ({
      ...{ name: `package/${path}`, content },
      mode: 0o755,
    })),
  );
  return { tarball, integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}` };
}
