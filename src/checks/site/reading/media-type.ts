/** A media type without its parameters, in lower case; empty if there is none. */
export function essenceOf(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export type TypeStrength = 'strong' | 'weak' | 'wrong';

/**
 * JSON should be served as JSON. A type that says nothing is accepted, but one that says something else is
 * not.
 */
export function indexTypeStrength(contentType: string | null): TypeStrength {
  const essence = essenceOf(contentType);
  if (essence === 'application/json' || /^application\/[\w.-]+\+json$/.test(essence)) return 'strong';
  return GENERIC.has(essence) ? 'weak' : 'wrong';
}

const GENERIC = new Set(['', 'text/plain', 'text/json', 'application/octet-stream', 'binary/octet-stream']);

/** The bytes decide what an artifact is, so its type is never wrong, only weak. */
export function artifactTypeStrength(contentType: string | null, kind: ArtifactKind): TypeStrength {
  return STRONG[kind].has(essenceOf(contentType)) ? 'strong' : 'weak';
}

export type ArtifactKind = 'skill-md' | 'zip' | 'tar.gz' | 'tar';

const STRONG: Record<ArtifactKind, ReadonlySet<string>> = {
  'skill-md': new Set(['text/markdown', 'text/plain']),
  zip: new Set(['application/zip']),
  'tar.gz': new Set([
    'application/gzip',
    'application/x-gzip',
    'application/x-gtar',
    'application/x-compressed-tar',
  ]),
  tar: new Set(['application/x-tar', 'application/tar', 'application/x-gtar']),
};
