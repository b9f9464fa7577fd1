import { type RequestsByLabel, SideLabel } from '../../contracts/side-requests.ts';

export const SIDE_LABELS = {
  side: 'a side request',
  compaction: 'a compaction',
  'sub-agent': 'a sub-agent',
} as const satisfies Record<SideLabel, string>;

const PLURALS = {
  side: 'side requests',
  compaction: 'compactions',
  'sub-agent': 'requests of sub-agents',
} as const satisfies Record<SideLabel, string>;

/** Formats what was asked beside the work, as in "2 side requests, 1 compaction"; `null` if nothing was. */
export function describeSideRequests(counts: RequestsByLabel | undefined): string | null {
  if (counts === undefined) return null;
  const labels = SideLabel.options.filter((label) => counts[label] > 0);
  if (labels.length === 0) return null;
  return labels.map((label) => amount(counts[label], label)).join(', ');
}

function amount(count: number, label: SideLabel): string {
  return count === 1 ? SIDE_LABELS[label].replace(/^a /, '1 ') : `${count} ${PLURALS[label]}`;
}
