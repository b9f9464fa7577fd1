/** A limit of an agent's own time: the clock that it waits on goes on meanwhile, and its limit with it. */
export type AgentTimeLimit = Disposable & { signal: AbortSignal };

export function agentTimeLimit(limitMs: number, waitedMs: () => number): AgentTimeLimit {
  const limit = new AbortController();
  let grantedMs = 0;
  let timer = setTimeout(check, limitMs);

  function check(): void {
    const moreMs = Math.ceil(waitedMs() - grantedMs);
    grantedMs += moreMs;
    if (moreMs > 0) timer = setTimeout(check, moreMs);
    else limit.abort();
  }

  return { signal: limit.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}
