import { JudgeAnswer, type VoteVerdict } from '../../contracts/judging.ts';

/** A vote on one criterion as the judge gave it. */
export type Given = { verdict: VoteVerdict; quote: string };

const MOST_CHARACTERS = 200_000;
const FENCE = /^\s*```(?:json)?\s*\n(.*)\n\s*```\s*$/s;

/**
 * Reads the answer of a judge to so many claims, in the order of their numbers, or says why it does not count. An
 * answer that judges something twice, or something else, does not count at all: the work may have made it up.
 */
export function readVote(text: string, claims: number): { given: readonly Given[] } | { problem: string } {
  if (text.length > MOST_CHARACTERS) return { problem: 'the answer is too long' };
  const parsed = JudgeAnswer.safeParse(jsonIn(FENCE.exec(text)?.[1] ?? text));
  if (!parsed.success) return { problem: 'the answer is not the JSON that was asked for' };
  const { verdicts } = parsed.data;
  const numbers = new Set(verdicts.map(({ criterion }) => criterion));
  if (numbers.size < verdicts.length) return { problem: 'the answer judges a criterion twice' };
  if (Math.max(0, ...numbers) > claims)
    return { problem: 'the answer judges a criterion that nobody asked about' };
  if (numbers.size < claims) return { problem: 'the answer leaves out a criterion' };
  const given = verdicts.toSorted((a, b) => a.criterion - b.criterion);
  return { given: given.map(({ verdict, quote }) => ({ verdict, quote: quote ?? '' })) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema refuses it, as it refuses any other answer.
    return null;
  }
}
