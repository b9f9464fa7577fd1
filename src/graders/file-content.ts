import { posix } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { compilePattern } from '../base/compile-pattern.ts';
import type { Verdict } from '../contracts/grade.ts';
import type { FileContentGrader } from '../contracts/task.ts';
import { WORKSPACE } from '../sandbox/sandbox.ts';
import { contentDifference, countLineFeeds, firstDifference } from './content-difference.ts';
import { GRADE_DIR } from './grade-dir.ts';

/** Bytes by absolute path: of the workspace as the agent left it, and of the task's grading files. */
type Contents = ReadonlyMap<string, Uint8Array>;

/** Compares one file of the workspace, byte for byte or by a pattern. */
export function judgeFileContent(grader: FileContentGrader, contents: Contents): Omit<Verdict, 'title'> {
  const { path } = grader;
  const found = contents.get(posix.join(WORKSPACE, path));
  if (grader.absent) return found === undefined ? pass(`${path} is absent`) : fail(`${path} exists`);
  if (found === undefined) return fail(`${path} does not exist`);
  if (grader.matches !== undefined) return judgePattern(path, found, grader.matches);
  return judgeBytes(path, found, expectedBytes(grader, contents));
}

function expectedBytes({ equals = '', equalsFile }: FileContentGrader, contents: Contents): Uint8Array {
  if (equalsFile === undefined) return new TextEncoder().encode(equals);
  const expected = contents.get(posix.join(GRADE_DIR, equalsFile));
  if (expected !== undefined) return expected;
  throw new AssayError('GRADER_FAILED', `grade/${equalsFile} does not exist in the task's folder.`);
}

function judgePattern(path: string, found: Uint8Array, pattern: string): Omit<Verdict, 'title'> {
  const matches = compilePattern(pattern).test(new TextDecoder().decode(found));
  return matches ? pass(`${path} matches`) : fail(`${path} does not match ${pattern}`);
}

function judgeBytes(path: string, found: Uint8Array, expected: Uint8Array): Omit<Verdict, 'title'> {
  if (Buffer.compare(found, expected) === 0) return pass(`${path} is as expected`);
  const line = 1 + countLineFeeds(found.subarray(0, firstDifference(found, expected)));
  return {
    ...fail(`${path} differs from what was expected, first in line ${line}`),
    difference: contentDifference(expected, found),
  };
}

function pass(detail: string) {
  return { passed: true, detail, difference: null };
}

function fail(detail: string) {
  return { passed: false, detail, difference: null };
}
