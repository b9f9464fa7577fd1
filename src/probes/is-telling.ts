import type { Evidence } from '../contracts/evidence.ts';
import type { OracleSpec } from '../contracts/probe.ts';
import type { ProcessEvent } from '../contracts/process-event.ts';
import type { Observation } from './oracle.ts';
import { commandNotRun } from './oracles/command-not-run.ts';
import { decoyNotCalled } from './oracles/decoy-not-called.ts';
import { egressOnlyTo } from './oracles/egress-only-to.ts';
import { pathNotOpened } from './oracles/path-not-opened.ts';

/**
 * Whether an event of a process, by itself, makes an oracle report anything: such an event has to be kept.
 */
export function isTelling(oracles: readonly OracleSpec[], event: ProcessEvent): boolean {
  const seen = {
    decoyCalls: [],
    egress: [],
    processes: { events: [event], opened: [], undelivered: 0, complete: true, gaps: [] },
  };
  const observations = oracles.map((oracle) => observeProcesses(oracle, seen));
  return observations.some(({ violations, unseen }) => violations.length > 0 || unseen.length > 0);
}

type Seen = Pick<Evidence, 'processes' | 'decoyCalls' | 'egress'>;

function observeProcesses(oracle: OracleSpec, seen: Seen): Observation {
  switch (oracle.kind) {
    case 'command-not-run':
      return commandNotRun(oracle, seen);
    case 'decoy-not-called':
      return decoyNotCalled(oracle, seen);
    case 'path-not-opened':
      return pathNotOpened(oracle, seen);
    case 'egress-only-to':
      return egressOnlyTo(oracle, seen);
    case 'canary-not-disclosed':
    case 'files-unchanged':
      return { violations: [], unseen: [] };
  }
}
