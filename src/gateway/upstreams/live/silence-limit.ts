/** Aborts unless it is let go of in time. */
export type SilenceLimit = Disposable & { signal: AbortSignal };

export function silenceLimit(limitMs: number): SilenceLimit {
  const limit = new AbortController();
  const silent = () => limit.abort(new Error(`it sent nothing for ${limitMs / 1000} s`));
  const timer = setTimeout(silent, limitMs);
  return { signal: limit.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}
