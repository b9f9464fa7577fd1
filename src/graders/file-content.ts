import { posix } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import type { FileContentGrader } from '../contracts/task.ts';
import type { SandboxFile } from '../sandbox/sandbox.ts';
import { contentDifference, countLineFeeds, firstDifference } from './content/content-difference.ts';
import { GRADE_DIR } from './grade-dir.ts';
import type { Grader, Judgement } from './grader.ts';
import { workspaceFile } from './workspace-file.ts';

/** Compares one file of the workspace, byte for byte or by a pattern. */
export const fileContent: Grader<'file-content'> = {
  needsSandbox: false,
  needsSolution: false,
  named: ({ path }) => [path],
  async grade(spec, { workspace, gradingFiles, patterns, signal }) {
    const { path } = spec;
    const found = workspaceFile(path, workspace);
    if (spec.absent) return found.kind === 'nothing' ? pass(`${path} is absent`) : fail(`${path} exists`);
    if (found.kind === 'nothing') return fail(`${path} does not exist`);
    if (found.kind === 'no file') return fail(`${path} ${found.why}`);
    if (spec.matches !== undefined)
      return judgeMatch(spec, await patterns.matches(spec.matches, found.content, signal));
    return judgeBytes(path, found.content, expectedBytes(spec, gradingFiles));
  },
};

function expectedBytes(
  { equals = '', equalsFile }: FileContentGrader,
  gradingFiles: readonly SandboxFile[],
): Uint8Array {
  if (equalsFile === undefined) return new TextEncoder().encode(equals);
  const path = posix.join(GRADE_DIR, equalsFile);
  const expected = gradingFiles.find((file) => file.path === path);
  if (expected !== undefined) return expected.content;
  throw new AssayError('GRADER_FAILED', `grade/${equalsFile} does not exist in the task's folder.`);
}

function judgeMatch({ path, matches: pattern }: FileContentGrader, matches: boolean | null): Judgement {
  if (matches === null) return fail(`${path} is too long to be matched against ${pattern}`);
  return matches ? pass(`${path} matches`) : fail(`${path} does not match ${pattern}`);
}

function judgeBytes(path: string, found: Uint8Array, expected: Uint8Array): Judgement {
  if (Buffer.compare(found, expected) === 0) return pass(`${path} is as expected`);
  const line = 1 + countLineFeeds(found.subarray(0, firstDifference(found, expected)));
  return {
    ...fail(`${path} differs from what was expected, first in line ${line}`),
    difference: contentDifference(expected, found),
  };
}

function pass(detail: string): Judgement {
  return { passed: true, detail, ...OWN };
}

function fail(detail: string): Judgement {
  return { passed: false, detail, ...OWN };
}

/** Assay compares the files itself, so no part of the suite can break. */
const OWN = { difference: null, whyBroken: () => null };
