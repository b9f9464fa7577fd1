import type { Finding, Severity } from '../../contracts/finding.ts';
import type { Rule } from '../findings/rule.ts';
import type { Region } from './regions/region.ts';

/**
 * How a place stands to the behaviour it shows. `asserted`: told or done. `mentioned`: named, quoted, warned of.
 * `negated`: forbidden.
 */
export type Polarity = 'asserted' | 'mentioned' | 'negated';

/** A behaviour seen in a place, before its surroundings decide how much it weighs. */
export type Signal = {
  rule: Rule;
  severity: Severity;
  confidence: Finding['confidence'];
  region: Region;
  start: number;
  end: number;
  polarity: Polarity;
  /** Whether surroundings that warn or teach make it an example: what moves real data is none. */
  isConcrete: boolean;
  /** What is so here; null where the rule's title says it. */
  title: string | null;
};
