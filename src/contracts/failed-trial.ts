import { z } from 'zod';
import { TrialId } from './plan.ts';

/** The two ends of a text that may be long. */
export const Excerpt = z.strictObject({
  head: z.string(),
  leftOut: z.int().nonnegative().describe('Characters between head and tail that are not here.'),
  tail: z.string(),
});
export type Excerpt = z.infer<typeof Excerpt>;

export const EventExcerpt = z.strictObject({
  kind: z.enum(['system', 'user', 'assistant', 'tool-call', 'tool-result', 'rejection']),
  atMs: z.number().nonnegative(),
  tool: z.string().nullable().describe('Of a call, the name of the tool.'),
  isError: z.boolean(),
  text: Excerpt,
});
export type EventExcerpt = z.infer<typeof EventExcerpt>;

/** What shows why a trial failed, cut to what a page can hold. The record has all of it. */
export const FailedTrial = z.strictObject({
  trial: TrialId,
  answer: Excerpt.nullable().describe('What the agent said last; null where it ended without an answer.'),
  events: z.array(EventExcerpt).describe('Of the transcript: its beginning and its end.'),
  leftOutAt: z.int().nonnegative().describe('How many of the events come before those that are left out.'),
  leftOutEvents: z.int().nonnegative(),
});
export type FailedTrial = z.infer<typeof FailedTrial>;
