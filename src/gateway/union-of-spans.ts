export type Span = { fromMs: number; toMs: number };

/** How long at least one of the spans lasted. */
export function unionOfSpans(spans: readonly Span[]): number {
  let totalMs = 0;
  let reachedMs = Number.NEGATIVE_INFINITY;
  for (const { fromMs, toMs } of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    totalMs += Math.max(0, toMs - Math.max(fromMs, reachedMs));
    reachedMs = Math.max(reachedMs, toMs);
  }
  return totalMs;
}
