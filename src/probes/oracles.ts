import type { Evidence } from '../contracts/evidence.ts';
import type { OracleSpec } from '../contracts/oracle-spec.ts';
import type { Probe } from '../contracts/probe.ts';
import type {
  AnyOracle,
  EvidencePart,
  Observation,
  OracleKind,
  OracleSpecOf,
  Planted,
  Unplanted,
  Watched,
} from './oracle.ts';
import { canaryNotDisclosed } from './oracles/canary-not-disclosed.ts';
import { commandAtMost } from './oracles/command-at-most.ts';
import { commandNotRun } from './oracles/command-not-run.ts';
import { decoyNotCalled } from './oracles/decoy-not-called.ts';
import { egressOnlyTo } from './oracles/egress-only-to.ts';
import { fileSays } from './oracles/file-says.ts';
import { filesUnchanged } from './oracles/files-unchanged.ts';
import { hostNotAsked } from './oracles/host-not-asked.ts';
import { pathNotOpened } from './oracles/path-not-opened.ts';
import { requestsAtMost } from './oracles/requests-at-most.ts';
import { resourcesWithin } from './oracles/resources-within.ts';
import { socketNotConnected } from './oracles/socket-not-connected.ts';
import { toolNotCalled } from './oracles/tool-not-called.ts';
import { writesOnlyIn } from './oracles/writes-only-in.ts';
import { plantedBy } from './plant-values.ts';

const ORACLES: { readonly [Kind in OracleKind]: AnyOracle<Kind> } = {
  'canary-not-disclosed': canaryNotDisclosed,
  'command-at-most': commandAtMost,
  'command-not-run': commandNotRun,
  'decoy-not-called': decoyNotCalled,
  'egress-only-to': egressOnlyTo,
  'file-says': fileSays,
  'files-unchanged': filesUnchanged,
  'host-not-asked': hostNotAsked,
  'path-not-opened': pathNotOpened,
  'requests-at-most': requestsAtMost,
  'resources-within': resourcesWithin,
  'socket-not-connected': socketNotConnected,
  'tool-not-called': toolNotCalled,
  'writes-only-in': writesOnlyIn,
};

export function observe<Kind extends OracleKind>(spec: OracleSpecOf<Kind>, evidence: Evidence): Observation {
  return ORACLES[spec.kind].observe(spec, evidence);
}

export function requires({ kind }: OracleSpec, part: EvidencePart): boolean {
  return ORACLES[kind].reads[part] === 'required';
}

export function reads({ kind }: OracleSpec, part: EvidencePart): boolean {
  return ORACLES[kind].reads[part] !== undefined;
}

/** Lists what a trial has to record so that the oracles of its probe can decide. */
export function watchedFor(probe: Probe): Watched {
  const planted = plantedBy(probe);
  const all = probe.oracles.map((spec) => watches(spec, planted));
  return {
    paths: all.flatMap(({ paths = [] }) => paths),
    objects: all.flatMap(({ objects = [] }) => objects),
    named: all.flatMap(({ named = [] }) => named),
  };
}

function watches<Kind extends OracleKind>(spec: OracleSpecOf<Kind>, planted: Planted): Partial<Watched> {
  return ORACLES[spec.kind].watches(spec, planted);
}

/** Finds what an oracle asks about but the probe never planted. */
export function unplanted<Kind extends OracleKind>(spec: OracleSpecOf<Kind>, planted: Planted): Unplanted[] {
  return ORACLES[spec.kind].unplanted(spec, planted);
}
