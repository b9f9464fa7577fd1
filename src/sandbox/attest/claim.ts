import type { AttestedClaim } from '../../contracts/attestation.ts';

export function claim(text: string, holds: boolean, found: readonly string[]): AttestedClaim {
  return { claim: text, holds, found: found.length === 0 ? 'none' : found.join(', ') };
}
