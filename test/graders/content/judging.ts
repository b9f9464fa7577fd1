import { ContentGraderSpec } from '../../../src/contracts/grader-spec.ts';
import { judgeContent } from '../../../src/graders/content/judge-content.ts';

/** The verdict of a grader on the file `out`, with the given text in the file of `grade/` that it names. */
export function judge(grader: object, found: string | Uint8Array, given?: string) {
  const spec = ContentGraderSpec.parse({ title: 'It holds', path: 'out', ...grader });
  const bytes = typeof found === 'string' ? Buffer.from(found) : found;
  return judgeContent({ spec, found: bytes, given: given === undefined ? null : Buffer.from(given) });
}
