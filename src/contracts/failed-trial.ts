import { z } from 'zod';
import { TrialId } from './plan.ts';

/** The two ends of a text that may be long. */
export const Excerpt = z.strictObject({
  head: z.string(),
  leftOut: z.int().nonnegative().describe('Number of characters left out between head and tail.'),
  tail: z.string(),
});
export type Excerpt = z.infer<typeof Excerpt>;

export const EventExcerpt = z.strictObject({
  kind: z.enum(['system', 'user', 'assistant', 'tool-call', 'tool-result', 'rejection']),
  atMs: z.number().nonnegative(),
  tool: z.string().nullable().describe('The tool that was called; null for other events.'),
  isError: z.boolean(),
  text: Excerpt,
});
export type EventExcerpt = z.infer<typeof EventExcerpt>;

/** Excerpts that show why a trial failed, cut to what a page can hold. The record has all of it. */
export const FailedTrial = z.strictObject({
  trial: TrialId,
  answer: Excerpt.nullable().describe('What the agent said last; null if it ended without an answer.'),
  events: z.array(EventExcerpt).describe('The first and the last events of the transcript.'),
  leftOutAt: z.int().nonnegative().describe('How many of the events come before the omitted ones.'),
  leftOutEvents: z.int().nonnegative(),
});
export type FailedTrial = z.infer<typeof FailedTrial>;
