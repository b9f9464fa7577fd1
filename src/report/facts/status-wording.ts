import type { ProbeSet } from '../../contracts/probe-set.ts';
import type { SecurityStatus } from '../../contracts/score.ts';
import { isSufficient, type Standing } from '../../contracts/standing.ts';
import { INSUFFICIENT } from './standing-notice.ts';
import { STATUSES, type Wording } from './wording.ts';

/** What a security score rests on, if not on all probes. */
export type Ground = { probeSet?: Pick<ProbeSet, 'name'> | undefined };

/** What is said beside every score and status of security; nothing if they are those of all probes. */
export function setMark({ probeSet }: Ground): string[] {
  return probeSet?.name === 'quick' ? ['quick set'] : [];
}

/** The status, with the set of probes that it is for. */
export function statusWording(status: SecurityStatus, ground: Ground): Wording {
  const { label, tone } = STATUSES[status];
  return { label: [label, ...setMark(ground)].join(', '), tone };
}

/** The same for a table, which has no other place for what else is to be said. */
export function statusInTable(
  { status, standing, probeSet }: { status: SecurityStatus | null; standing: Standing } & Ground,
  unknown: Wording,
): Wording {
  const wording = status === null ? unknown : statusWording(status, { probeSet });
  if (isSufficient(standing)) return wording;
  return { label: `${wording.label}, ${INSUFFICIENT}`, tone: 'bad' };
}
