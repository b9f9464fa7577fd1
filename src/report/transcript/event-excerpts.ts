import { bothEnds } from '../../base/both-ends.ts';
import type { EventExcerpt, Excerpt, FailedTrial } from '../../contracts/failed-trial.ts';
import { finalAnswers, type Transcript, type TranscriptEvent } from '../../contracts/transcript.ts';
import { eventText, isErrorEvent, isSilent, toolOf } from './event-text.ts';

/** The limits of one text, of one transcript, and of all transcripts together. */
const TEXT = { head: 1200, tail: 800 };
const EVENTS = { head: 10, tail: 30 };
const MAX_CHARACTERS = 400_000;

type Ended = { trial: FailedTrial['trial']; transcript: Transcript };

/**
 * Excerpts of as many transcripts as there is room for, first come first served, and the answer of every
 * trial.
 */
export function failedTrialExcerpts(trials: readonly Ended[]): FailedTrial[] {
  let room = MAX_CHARACTERS;
  return trials.map(({ trial, transcript: { events } }) => {
    const said = events.filter((event) => !isSilent(event));
    const excerpts = endsOf(said).map(eventExcerpt);
    const size = excerpts.reduce((sum, { text }) => sum + text.head.length + text.tail.length, 0);
    const isShown = size <= room;
    if (isShown) room -= size;
    const shown = isShown ? excerpts : [];
    return {
      trial,
      answer: answerOf(events),
      events: shown,
      leftOutAt: Math.min(shown.length, EVENTS.head),
      leftOutEvents: said.length - shown.length,
    };
  });
}

function endsOf(events: readonly TranscriptEvent[]): readonly TranscriptEvent[] {
  if (events.length <= EVENTS.head + EVENTS.tail) return events;
  return [...events.slice(0, EVENTS.head), ...events.slice(-EVENTS.tail)];
}

function eventExcerpt(event: TranscriptEvent): EventExcerpt {
  const { kind, atMs } = event;
  return {
    ...{ kind, atMs, tool: toolOf(event), isError: isErrorEvent(event) },
    text: bothEnds(eventText(event), TEXT),
  };
}

function answerOf(events: readonly TranscriptEvent[]): Excerpt | null {
  const answer = finalAnswers({ events: [...events] }).at(-1);
  return answer === undefined ? null : bothEnds(answer, TEXT);
}
