import { canonicalJson, digestOf } from '../base/digest.ts';
import type { Finding } from './finding.ts';
import type { Sha256 } from './identifiers.ts';

/**
 * Identifies a finding across changes of its file: SHA-256 over the JSON list of rule, file and
 * redacted excerpt. It survives a move to another line, but not a change of the line that is shown. It says
 * nothing about what a variable in that line holds, so whoever accepts a finding notes its title and severity too.
 * Equal lines of one file share it, and so do two secrets in the same place, because a fingerprint
 * must reveal nothing about a secret.
 */
export function fingerprintOf({ rule, file, excerpt }: Finding): Sha256 {
  return digestOf(canonicalJson([rule, file, excerpt]));
}
