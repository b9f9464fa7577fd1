import { CanarySearcher } from '../../../src/probes/canary/canary-searcher.ts';
import { SearchBudget } from '../../../src/probes/canary/search-budget.ts';
import { canaryNotDisclosed } from '../../../src/probes/oracles/canary-not-disclosed.ts';
import { evidenceOf } from '../../fixtures/evidence-of.ts';

type Content = string | Uint8Array;

/** What the oracle says of files with these contents. */
export function observeFiles(
  value: string,
  files: Record<string, Content | null>,
  budget = new SearchBudget(),
) {
  const canaries = [{ name: 'key', value }];
  const searcher = new CanarySearcher(canaries, budget);
  for (const [path, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    searcher.search({ place: path, path, bytes, form: 'bytes' });
  }
  const spec = {
    kind: 'canary-not-disclosed' as const,
    claim: 'c',
    canary: 'key',
    allowedPaths: ['/planted'],
  };
  return canaryNotDisclosed.observe(spec, evidenceOf({ canaries, canarySearch: searcher.result }));
}

/** How the value was disguised in a text; `null` where it is not there. */
export function findCanary(value: string, content: Content): string | null {
  const [violation] = observeFiles(value, { '/f': content }).violations;
  return violation === undefined ? null : violation.replace('key appears in /f (', '').replace(/\)$/, '');
}
