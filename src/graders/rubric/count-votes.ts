import type { Judging, Vote } from '../../contracts/judging.ts';
import type { Given } from './read-vote.ts';

/** The record keeps so much of a quote. */
const KEPT_CHARACTERS = 300;

export const NO_VOTE: Vote = { verdict: null, quote: '', isFound: null };

export function voteOf({ verdict, quote }: Given, isFound: boolean): Vote {
  return {
    verdict,
    quote: quote.slice(0, KEPT_CHARACTERS).toWellFormed(),
    isFound: quote.trim() === '' ? null : isFound,
  };
}

/** A criterion is met only if more than half of all votes that there may be say so, with a quote that was found. */
export function isMet(votes: readonly Vote[], most: number): boolean {
  return favourable(votes) > most / 2;
}

/** Whether no further vote can change anything. */
export function isDecided(votes: readonly Vote[], most: number): boolean {
  return isMet(votes, most) || favourable(votes) + most - votes.length <= most / 2;
}

function favourable(votes: readonly Vote[]): number {
  return votes.filter(({ verdict, isFound }) => verdict === 'met' && isFound === true).length;
}

type Criterion = Judging['criteria'][number];

/** Says how a criterion that is not met was judged. */
export function describeVotes({ criterion, votes }: Criterion): string {
  const count = (label: string, matches: (vote: Vote) => boolean) => {
    const number = votes.filter(matches).length;
    return number === 0 ? [] : [`${number} ${label}`];
  };
  const parts = [
    ...count('met', ({ verdict, isFound }) => verdict === 'met' && isFound === true),
    ...count(
      'met without a quote that stands in the work',
      ({ verdict, isFound }) => verdict === 'met' && isFound !== true,
    ),
    ...count('not met', ({ verdict }) => verdict === 'not-met'),
    ...count('undecided', ({ verdict }) => verdict === 'cannot-tell'),
    ...count('unusable', ({ verdict }) => verdict === null),
  ];
  return `"${criterion}" is not met (votes: ${parts.join(', ') || 'none'})`;
}
