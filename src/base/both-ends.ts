/** The two ends of a text, and how many characters are missing between them. */
export type BothEnds = { head: string; leftOut: number; tail: string };

/** A text that is no longer than both ends together is kept whole in `head`. */
export function bothEnds(text: string, { head, tail }: { head: number; tail: number }): BothEnds {
  const leftOut = text.length - head - tail;
  if (leftOut <= 0) return { head: text.toWellFormed(), leftOut: 0, tail: '' };
  return {
    head: text.slice(0, head).toWellFormed(),
    leftOut,
    tail: text.slice(text.length - tail).toWellFormed(),
  };
}
