import type { Canary, CanarySearch } from '../contracts/evidence.ts';
import { CanarySearcher, type Output } from '../probes/canary/canary-searcher.ts';
import { serveTasks } from '../threads/serve-tasks.ts';
import { yieldToOthers } from '../threads/yield-to-others.ts';

/** The input of this thread, and its result. */
export type SearchTask = { canaries: readonly Canary[]; outputs: readonly Output[] };
export type SearchAnswer = CanarySearch;

yieldToOthers();
serveTasks(search);

function search({ canaries, outputs }: SearchTask): SearchAnswer {
  const searcher = new CanarySearcher(canaries);
  for (const output of outputs) searcher.search(output);
  return searcher.result;
}
