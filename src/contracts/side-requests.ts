import { z } from 'zod';

/** What a request for an answer was for, if it was not the agent's work on its task. */
export const SideLabel = z.enum(['side', 'compaction', 'sub-agent']);
export type SideLabel = z.infer<typeof SideLabel>;

export type RequestLabel = 'work' | SideLabel;
export const REQUEST_LABELS: readonly RequestLabel[] = ['work', ...SideLabel.options];

const count = z.int().nonnegative();

/** Answered requests of a trial, by what they were for. */
export const RequestsByLabel = z.strictObject({
  work: count.describe('On the task, and all whose purpose is not known.'),
  side: count.describe('Without tools and without a conversation, such as a title for the session.'),
  compaction: count.describe(
    'Over the conversation so far, without tools or in words that only ask for this: a summary, to go on from or to show.',
  ),
  'sub-agent': count.describe('In a conversation that a call of the model began.'),
});
export type RequestsByLabel = z.infer<typeof RequestsByLabel>;

export const NO_REQUESTS: RequestsByLabel = { work: 0, side: 0, compaction: 0, 'sub-agent': 0 };

type Labelled = { label?: SideLabel };

export function labelOf({ label }: Labelled): RequestLabel {
  return label ?? 'work';
}

export function countRequests(calls: readonly Labelled[]): RequestsByLabel {
  const counts = { ...NO_REQUESTS };
  for (const call of calls) counts[labelOf(call)] += 1;
  return counts;
}

export function allRequests(counts: RequestsByLabel): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}

/**
 * What a limit of requests does not count: as many of sub-agents as the limit itself, and a quarter of it of the others.
 * Whatever runs in a sandbox can make requests that look like these, so that more of them count as work.
 */
function freeUnder(limit: number): { besides: number; ofSubAgents: number } {
  return { besides: Math.ceil(limit / 4), ofSubAgents: limit };
}

/** The requests that count towards a limit on the work: those of the work, and those beside it that exceed what is free. */
export function requestsUnder(limit: number, counts: RequestsByLabel): number {
  const free = freeUnder(limit);
  const excess = (number: number, most: number) => Math.max(0, number - most);
  return (
    counts.work +
    excess(counts.side + counts.compaction, free.besides) +
    excess(counts['sub-agent'], free.ofSubAgents)
  );
}

/** The most requests of any kind that such a limit allows. */
export function mostRequestsUnder(limit: number): number {
  const { besides, ofSubAgents } = freeUnder(limit);
  return limit + besides + ofSubAgents;
}
