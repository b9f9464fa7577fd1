import type { Finding, Severity } from '../../../contracts/finding.ts';
import type { Region } from './regions/region.ts';

/**
 * The attitude of a text to the behaviour that it shows. `asserted`: instructed or performed. `mentioned`:
 * named, quoted or warned of. `negated`: forbidden.
 */
export type Polarity = 'asserted' | 'mentioned' | 'negated';

/** The engine imports no rule: it is given the table of rules, and names a rule by its id. */
export type RuleId = `security/${string}`;

/** A behaviour found in a place, before its context decides its severity. */
export type Signal = {
  rule: RuleId;
  severity: Severity;
  confidence: Finding['confidence'];
  region: Region;
  start: number;
  end: number;
  polarity: Polarity;
  /** Whether it moves real data, so that a context that warns or teaches does not make it an example. */
  isConcrete: boolean;
  /** What was found here; null if the rule's title says it. */
  title: string | null;
};
