import { parentPort, workerData } from 'node:worker_threads';
import { yieldToOthers } from '../base/yield-to-others.ts';
import type { Canary, CanarySearch } from '../contracts/evidence.ts';
import { CanarySearcher, type Output } from '../probes/canary/canary-searcher.ts';

/** The input of this thread, and its result. */
export type SearchTask = { canaries: readonly Canary[]; outputs: readonly Output[] };
export type SearchAnswer = CanarySearch;

yieldToOthers();
parentPort?.postMessage(search(workerData));

function search({ canaries, outputs }: SearchTask): SearchAnswer {
  const searcher = new CanarySearcher(canaries);
  for (const output of outputs) searcher.search(output);
  return searcher.result;
}
