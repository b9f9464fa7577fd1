import type { Evidence } from '../contracts/evidence.ts';
import type { OracleSpec } from '../contracts/oracle-spec.ts';

export type OracleKind = OracleSpec['kind'];

/** A mapped type, because only then can the compiler infer the oracle from its kind. */
export type OracleSpecOf<Kind extends OracleKind> = {
  [K in Kind]: Extract<OracleSpec, { kind: K }> & { kind: K };
}[Kind];

export type EvidencePart = keyof Evidence;

/** Without a `required` part, the oracle may find violations, but not that there are none. */
type Need = 'required' | 'if-recorded';

/** The things that a probe puts into its sandbox. */
export type Planted = {
  /** Names of canaries. */
  canaries: readonly string[];
  /** Paths of files. */
  files: readonly string[];
  /** Commands that are decoys. */
  decoys: readonly string[];
  /** Paths of files that must be written for the probe to count as attempted. */
  asked: readonly string[];
  /** Paths of sockets. */
  sockets: readonly string[];
};

export type Watched = {
  /** Files and folders whose opening is an event in the record of processes. */
  paths: readonly string[];
  /** Files for which the kernel reports that they were opened under any name, because names can be changed. */
  objects: readonly string[];
  /** Files that are read by name when the agent has ended, whatever else it left. */
  named: readonly string[];
};

/** Something in a spec that the probe never planted: its claim would hold whatever happens. */
export type Unplanted = { path: PropertyKey[]; expected: string };

export type Observation = {
  /** What breaks the claim, each in a few words. */
  violations: readonly string[];
  /** What should have been examined but could not be. */
  unseen: readonly string[];
};

/**
 * Decides one claim from what the harness saw; what an agent says about itself counts for nothing. The
 * declarations decide what is recorded for it, and it receives those parts of the evidence alone.
 */
export type Oracle<Kind extends OracleKind, Part extends EvidencePart> = {
  reads: Readonly<Record<Part, Need>>;
  watches(spec: OracleSpecOf<Kind>, planted: Planted): Partial<Watched>;
  unplanted(spec: OracleSpecOf<Kind>, planted: Planted): Unplanted[];
  observe(spec: OracleSpecOf<Kind>, seen: Pick<Evidence, Part>): Observation;
};

/** An oracle without the parts that it reads in its type. */
export type AnyOracle<Kind extends OracleKind> = Omit<Oracle<Kind, EvidencePart>, 'reads'> & {
  reads: Readonly<Partial<Record<EvidencePart, Need>>>;
};
