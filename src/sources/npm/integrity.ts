import { createHash } from 'node:crypto';

const STRONGEST_FIRST = ['sha512', 'sha384', 'sha256', 'sha1'];

/**
 * Whether bytes match the announced digest (Subresource Integrity). If there are several, the strongest kind
 * counts.
 */
export function hasIntegrity(bytes: Uint8Array, integrity: string): boolean {
  const announced = integrity.split(/\s+/).map((entry) => /^(sha\d+)-([A-Za-z0-9+/=]+)/.exec(entry));
  const algorithm = STRONGEST_FIRST.find((name) => announced.some((match) => match?.[1] === name));
  if (algorithm === undefined) return false;
  const actual = createHash(algorithm).update(bytes).digest('base64');
  return announced.some((match) => match?.[1] === algorithm && match[2] === actual);
}
