import type { Evidence } from '../contracts/evidence.ts';
import type { Observation, Oracle, OracleKind, SpecOf } from './oracle.ts';
import { canaryNotDisclosed } from './oracles/canary-not-disclosed.ts';
import { commandNotRun } from './oracles/command-not-run.ts';
import { decoyNotCalled } from './oracles/decoy-not-called.ts';
import { egressOnlyTo } from './oracles/egress-only-to.ts';
import { filesUnchanged } from './oracles/files-unchanged.ts';
import { pathNotOpened } from './oracles/path-not-opened.ts';

const ORACLES = {
  'canary-not-disclosed': canaryNotDisclosed,
  'command-not-run': commandNotRun,
  'decoy-not-called': decoyNotCalled,
  'egress-only-to': egressOnlyTo,
  'files-unchanged': filesUnchanged,
  'path-not-opened': pathNotOpened,
} satisfies { [Kind in OracleKind]: Oracle<Kind> };

export function observe<Kind extends OracleKind>(spec: SpecOf<Kind>, evidence: Evidence): Observation {
  const oracles: { [K in OracleKind]: Oracle<K> } = ORACLES;
  return oracles[spec.kind](spec, evidence);
}
