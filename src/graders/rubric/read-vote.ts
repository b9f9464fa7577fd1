import { JudgeAnswer, type VoteVerdict } from '../../contracts/judging.ts';

/** A vote on one criterion as the judge gave it. */
export type Given = { verdict: VoteVerdict; quote: string };

/** Enough for fifty claims, each with a quote five times as long as the judge was told to give. */
const MOST_CHARACTERS = 64_000;
const FENCE = '```';
const LANGUAGES = ['', 'json'];

/**
 * Reads the answer of a judge to so many claims, in the order of their numbers, or says why it does not count. An
 * answer that judges something twice, or something else, does not count at all: the work may have made it up.
 */
export function readVote(text: string, claims: number): { given: readonly Given[] } | { problem: string } {
  if (text.length > MOST_CHARACTERS) return { problem: 'the answer is too long' };
  const parsed = JudgeAnswer.safeParse(jsonIn(unfenced(text.trim())));
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

/**
 * Models like to put JSON into a fence. The work may have told the judge what to say, and the trials under way wait for this:
 * so no pattern is used that could try many ways to divide it.
 */
function unfenced(text: string): string {
  const lineEnd = text.indexOf('\n');
  if (lineEnd === -1 || !text.startsWith(FENCE) || !text.endsWith(FENCE)) return text;
  const language = text.slice(FENCE.length, lineEnd).trim();
  return LANGUAGES.includes(language) ? text.slice(lineEnd, -FENCE.length) : text;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema refuses it, as it refuses any other answer.
    return null;
  }
}
