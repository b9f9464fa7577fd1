import { canonicalJson, type Digest, digestOf } from '../base/digest.ts';
import type { Probe } from '../contracts/probe.ts';
import type { ProbeSet } from '../contracts/probe-set.ts';

export function probeSetOf(all: readonly Probe[], name: ProbeSet['name']): ProbeSet {
  const probes = all.map((probe) => ({ id: probe.id, version: probe.version, digest: probeDigest(probe) }));
  const sorted = probes.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { name, digest: digestOf(canonicalJson(sorted)), probes: sorted };
}

/** Of all that it says: a comment in its file changes nothing. */
export function probeDigest(probe: Probe): Digest {
  return digestOf(canonicalJson(probe));
}
