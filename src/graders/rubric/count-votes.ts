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

/** The most votes that there may be about a claim, and whether it must not hold. */
type Ballots = { most: number; mustNotHold: boolean };

/**
 * More than half of all votes that there may be have to say so: that a criterion is met, with a quote that was found, or that
 * what must not hold does not. A vote that says neither, or nothing that can be used, is never in favour.
 */
export function isMet(votes: readonly Vote[], ballots: Ballots): boolean {
  return favourable(votes, ballots) > ballots.most / 2;
}

/** Whether no further vote can change anything. */
export function isDecided(votes: readonly Vote[], ballots: Ballots): boolean {
  const { most } = ballots;
  return isMet(votes, ballots) || favourable(votes, ballots) + most - votes.length <= most / 2;
}

function favourable(votes: readonly Vote[], { mustNotHold }: Ballots): number {
  const isFor = ({ verdict, isFound }: Vote) =>
    mustNotHold ? verdict === 'not-met' : verdict === 'met' && isFound === true;
  return votes.filter(isFor).length;
}

type Criterion = Judging['criteria'][number];

/** Says how a criterion that is not met was judged. */
export function describeVotes({ criterion, mustNotHold, votes }: Criterion): string {
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
  return `"${criterion}" is not ${mustNotHold ? 'ruled out' : 'met'} (votes: ${parts.join(', ') || 'none'})`;
}
