import { z } from 'zod';
import { AssayError } from '../../base/assay-error.ts';

/** The part of a registry's answer about a package that is used here. */
const PackageManifest = z.object({
  'dist-tags': z.record(z.string(), z.string()),
  versions: z.record(
    z.string(),
    z.object({
      dist: z.object({
        tarball: z.url({ protocol: /^https?$/ }),
        integrity: z.string().optional(),
        shasum: z.string().optional(),
      }),
    }),
  ),
});

export type Tarball = { version: string; url: string; integrity: string };

/** The tarball of a version or tag (`latest` by default), with its expected digest. */
export function chooseTarball(answer: string, name: string, wanted: string | null): Tarball {
  const parsed = PackageManifest.safeParse(parseJson(answer));
  if (!parsed.success)
    throw new AssayError('INPUT_INVALID', `The registry's answer about ${name} is not understood.`);
  const { 'dist-tags': tags, versions } = parsed.data;
  const version = tags[wanted ?? 'latest'] ?? wanted;
  const dist = version === null ? undefined : versions[version]?.dist;
  if (version === null || dist === undefined) {
    const known = Object.keys(tags);
    const others = known.length === 1 ? `the tag ${known[0]}` : `one of the tags ${known.join(', ')}`;
    throw new AssayError('USAGE', `npm has no ${name}@${wanted ?? 'latest'}. Name a version, or ${others}.`);
  }
  return { version, url: dist.tarball, integrity: dist.integrity ?? sha1Integrity(dist.shasum) };
}

/** Packages from before 2017 have only a SHA-1. */
function sha1Integrity(shasum: string | undefined): string {
  return shasum === undefined ? '' : `sha1-${Buffer.from(shasum, 'hex').toString('base64')}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
