import { normalised } from '../../base/normalised.ts';
import { type Known, stretchesOf } from './known-texts.ts';

type Passages = { body: string; known: Known };
type Span = { from: number; to: number };

/** A passage is looked for by blocks of the body, of so many characters without spaces. */
const BLOCK_CHARACTERS = 100;
/** Fewer blocks may stand in any text. */
const LEAST_BLOCKS = 2;
/** So many are a long passage even of a longer body. */
const ENOUGH_BLOCKS = 10;
const SEARCHED_CHARACTERS = 100_000;

/**
 * Divides texts at the long passages of a skill's body for which the task cannot account, and returns what stands between
 * them: a text without such a passage as a whole.
 */
export function withoutPassages({ body, known }: Passages): (text: string) => string[] {
  let runs: Runs | null = null;
  const whole = runsOf(body, () => false);
  return (text) => {
    const shown = normalised(text, 'NFC');
    if (spansIn(shown, whole, LEAST_BLOCKS * BLOCK_CHARACTERS).length === 0) return [shown];
    runs ??= unaccountedIn(body, known);
    return between(shown, spansIn(shown, runs, leastOf(runs)));
  };
}

/** The squeezed body, and the parts of it that are looked for. Each block has the part that it lies in. */
type Runs = { body: string; blocks: ReadonlyMap<string, { at: number; run: Span }> };

function unaccountedIn(body: string, known: Known): Runs {
  const blocks = new Set(runsOf(body, () => false).blocks.keys());
  for (const stretch of stretchesOf(known, { as: squeezed, overlap: BLOCK_CHARACTERS - 1 }))
    for (const block of blocks) if (stretch.includes(block)) blocks.delete(block);
  return runsOf(body, (block) => !blocks.has(block));
}

function runsOf(text: string, isKnown: (block: string) => boolean): Runs {
  const body = squeezed(text.slice(0, SEARCHED_CHARACTERS));
  const blocks = new Map<string, { at: number; run: Span }>();
  let run: Span | null = null;
  for (let at = 0; at + BLOCK_CHARACTERS <= body.length; at += BLOCK_CHARACTERS) {
    const block = body.slice(at, at + BLOCK_CHARACTERS);
    if (isKnown(block)) {
      run = null;
      continue;
    }
    run ??= { from: at, to: at };
    run.to = at + BLOCK_CHARACTERS;
    blocks.set(block, { at, run });
  }
  // What is left at the end of the body is shorter than a block.
  if (run !== null) run.to = body.length;
  return { body, blocks };
}

function leastOf({ blocks }: Runs): number {
  const longest = Math.max(0, ...[...blocks.values()].map(({ run }) => run.to - run.from));
  const count = Math.min(Math.floor(longest / BLOCK_CHARACTERS), ENOUGH_BLOCKS);
  return count < LEAST_BLOCKS ? Number.POSITIVE_INFINITY : count * BLOCK_CHARACTERS;
}

/** The places of passages that have at least so many characters without spaces. */
function spansIn(text: string, { body, blocks }: Runs, least: number): Span[] {
  const { letters, places } = lettersOf(text);
  const spans: Span[] = [];
  let end = 0;
  for (let at = 0; at + BLOCK_CHARACTERS <= letters.length; ) {
    const found = blocks.get(letters.slice(at, at + BLOCK_CHARACTERS));
    if (found === undefined) {
      at += 1;
      continue;
    }
    const { run } = found;
    let from = at;
    for (let old = found.at; from > end && old > run.from && letters[from - 1] === body[old - 1]; old -= 1)
      from -= 1;
    let to = at;
    for (let old = found.at; to < letters.length && old < run.to && letters[to] === body[old]; old += 1)
      to += 1;
    if (to - from >= least) spans.push({ from: places[from] ?? 0, to: (places[to - 1] ?? 0) + 1 });
    end = to;
    at = to;
  }
  return spans;
}

function between(text: string, spans: readonly Span[]): string[] {
  const starts = [0, ...spans.map(({ to }) => to)];
  const ends = [...spans.map(({ from }) => from), text.length];
  return starts.map((start, at) => text.slice(start, ends[at]));
}

/** A text without its spaces, and where each of its characters stands. */
function lettersOf(text: string): { letters: string; places: Uint32Array } {
  const places = new Uint32Array(text.length);
  const words: string[] = [];
  let count = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    words.push(word);
    for (let at = 0; at < word.length; at += 1) places[count + at] = index + at;
    count += word.length;
  }
  return { letters: words.join(''), places };
}

function squeezed(text: string): string {
  return normalised(text, 'NFC').replaceAll(/\s+/g, '');
}
