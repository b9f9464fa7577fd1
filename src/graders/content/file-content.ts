import { compilePattern } from '../../base/compile-pattern.ts';
import type { FileContentGrader } from '../../contracts/text-grader.ts';
import { contentDifference, countLineFeeds, firstDifference } from './content-difference.ts';
import { type ContentVerdict, fail, pass } from './content-verdict.ts';

/** Compares byte for byte or by a pattern. */
export function fileContent(
  { path, equals = '', matches }: FileContentGrader,
  found: Uint8Array,
  given: Uint8Array | null,
): ContentVerdict {
  if (matches === undefined) return compare(path, found, given ?? new TextEncoder().encode(equals));
  return compilePattern(matches).test(new TextDecoder().decode(found))
    ? pass(`${path} matches`)
    : fail(`${path} does not match ${matches}`);
}

function compare(path: string, found: Uint8Array, expected: Uint8Array): ContentVerdict {
  if (Buffer.compare(found, expected) === 0) return pass(`${path} is as expected`);
  const line = 1 + countLineFeeds(found.subarray(0, firstDifference(found, expected)));
  return {
    ...fail(`${path} differs from what was expected, first in line ${line}`),
    difference: contentDifference(expected, found),
  };
}
