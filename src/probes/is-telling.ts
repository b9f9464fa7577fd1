import { NOTHING_SEEN } from '../contracts/evidence.ts';
import type { OracleSpec } from '../contracts/probe.ts';
import type { ProcessEvent } from '../contracts/process-event.ts';
import { observe, requires } from './oracles.ts';

/**
 * Whether an event of a process, by itself, makes an oracle report anything: such an event has to be kept.
 * Oracles that can decide without the record of processes are not asked.
 */
export function isTelling(oracles: readonly OracleSpec[], event: ProcessEvent): boolean {
  const processes = { events: [event], opened: [], undelivered: 0, complete: true, gaps: [] };
  const observations = oracles
    .filter((oracle) => requires(oracle, 'processes'))
    .map((oracle) => observe(oracle, { ...NOTHING_SEEN, processes }));
  return observations.some(({ violations, unseen }) => violations.length > 0 || unseen.length > 0);
}
