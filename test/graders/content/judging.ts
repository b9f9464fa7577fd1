import { expect } from 'vitest';
import { ContentGraderSpec } from '../../../src/contracts/grader-spec.ts';
import { judgeContent } from '../../../src/graders/content/judge-content.ts';

/** The verdict of a grader on the file `out`, with the given text in the file of `grade/` that it names. */
export function judge(grader: object, found: string | Uint8Array, given?: string) {
  const spec = ContentGraderSpec.parse({ title: 'It holds', path: 'out', ...grader });
  const bytes = typeof found === 'string' ? Buffer.from(found) : found;
  const verdict = judgeContent({
    spec,
    found: bytes,
    given: given === undefined ? null : Buffer.from(given),
  });
  return verdict instanceof Promise ? expect.fail(`${spec.kind} takes its time`) : verdict;
}

/** The same for graders of files that are not text. */
export async function judgeBytes(grader: object, found: Uint8Array, given: Uint8Array | null = null) {
  const spec = ContentGraderSpec.parse({ title: 'It holds', path: 'out', ...grader });
  return await judgeContent({ spec, found, given });
}
