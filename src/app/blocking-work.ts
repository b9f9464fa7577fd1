/** It waits for the signals of this process, and can leave them to the system for a while. */
export type SignalListening = { pause(): void; resume(): void };

const underWay = new Set<SignalListening>();

/** Tells who waits for signals. Returns what ends that. */
export function listensForSignals(listening: SignalListening): () => void {
  underWay.add(listening);
  return () => void underWay.delete(listening);
}

/**
 * Does work that keeps the event loop from handling a signal, and that leaves nothing behind when it is cut off. Meanwhile a
 * signal does what it does to any program: it ends the process at once.
 */
export function endedBySignals<Result>(work: () => Result): Result {
  const paused = [...underWay];
  for (const listening of paused) listening.pause();
  try {
    return work();
  } finally {
    for (const listening of paused) listening.resume();
  }
}
