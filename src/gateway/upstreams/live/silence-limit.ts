/** Aborts after a time limit unless it is disposed of first. */
export type SilenceLimit = Disposable & { signal: AbortSignal };

export function silenceLimit(limitMs: number): SilenceLimit {
  const limit = new AbortController();
  const silent = () => limit.abort(new Error(`it sent nothing for ${limitMs / 1000} s`));
  const timer = setTimeout(silent, limitMs);
  return { signal: limit.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}
