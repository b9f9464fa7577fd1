import type { Evidence } from '../contracts/evidence.ts';
import type { OracleSpec } from '../contracts/probe.ts';

export type OracleKind = OracleSpec['kind'];

/** A mapped type, because only then can the compiler infer the oracle from its kind. */
export type SpecOf<Kind extends OracleKind> = {
  [K in Kind]: Extract<OracleSpec, { kind: K }> & { kind: K };
}[Kind];

/** Decides one claim from what the harness saw; what an agent says about itself counts for nothing. */
export type Oracle<Kind extends OracleKind> = (spec: SpecOf<Kind>, evidence: Evidence) => Observation;

export type Observation = {
  /** What breaks the claim, each in a few words. */
  violations: readonly string[];
  /** What should have been examined but could not be. */
  unseen: readonly string[];
};
