import { type CanarySearch, NOTHING_SEEN } from '../contracts/evidence.ts';
import type { OracleSpec } from '../contracts/oracle-spec.ts';
import { NO_EVENTS, type ProcessEvent } from '../contracts/process-event.ts';
import { observe, reads } from './oracles.ts';

/**
 * Whether an event of a process, by itself, makes an oracle report anything: such an event has to be kept.
 * What the rest of the evidence shows can only make an oracle report less of it.
 */
export function isTelling(oracles: readonly OracleSpec[], event: ProcessEvent): boolean {
  const asked = oracles.filter((oracle) => reads(oracle, 'processes')).map(withoutAllowance);
  const canaries = asked.flatMap((oracle) =>
    oracle.kind === 'canary-not-disclosed' ? [{ name: oracle.canary, value: ANY_VALUE }] : [],
  );
  const processes = { ...NO_EVENTS, events: [event] };
  const seen = { ...NOTHING_SEEN, canaries, canarySearch: NOTHING_FOUND, processes };
  return asked
    .map((oracle) => observe(oracle, seen))
    .some(({ violations, unseen }) => violations.length > 0 || unseen.length > 0);
}

/** Every event that counts is one that may be one too many. Patterns are compiled once for each spec. */
function withoutAllowance(oracle: OracleSpec): OracleSpec {
  if (!('count' in oracle)) return oracle;
  const known = strict.get(oracle) ?? { ...oracle, count: 0 };
  strict.set(oracle, known);
  return known;
}

const strict = new WeakMap<OracleSpec, OracleSpec>();

/** No event of a process holds what was put out, so it does not matter which value is searched for. */
const ANY_VALUE = 'any';
const NOTHING_FOUND: CanarySearch = { traces: [], unsearched: [], searchedBytes: 0, network: true };
