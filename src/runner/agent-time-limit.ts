/** A limit on the agent's own time: it is extended by the time that the agent waited. */
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
