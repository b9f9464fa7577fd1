export type Span = { fromMs: number; toMs: number };

/** Returns for how long at least one of the spans lasted. */
export function unionOfSpans(spans: readonly Span[]): number {
  return mergeSpans(spans).reduce((totalMs, { fromMs, toMs }) => totalMs + toMs - fromMs, 0);
}

/** Merges the spans into as few as possible, in chronological order. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { fromMs, toMs } of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.at(-1);
    if (last === undefined || fromMs > last.toMs) merged.push({ fromMs, toMs: Math.max(fromMs, toMs) });
    else last.toMs = Math.max(last.toMs, toMs);
  }
  return merged;
}

/** Returns the parts of a span that none of the others covers. */
export function spanWithout({ fromMs, toMs }: Span, others: readonly Span[]): Span[] {
  const left: Span[] = [];
  let reachedMs = fromMs;
  for (const other of mergeSpans(others)) {
    left.push({ fromMs: reachedMs, toMs: Math.min(other.fromMs, toMs) });
    reachedMs = Math.max(reachedMs, other.toMs);
  }
  left.push({ fromMs: reachedMs, toMs });
  return left.filter((span) => span.toMs > span.fromMs);
}
