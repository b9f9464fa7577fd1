import { posix } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { compilePattern } from '../base/compile-pattern.ts';
import type { Verdict } from '../contracts/grade.ts';
import type { FileContentGrader } from '../contracts/task.ts';
import { type SandboxSpec, WORKSPACE } from '../sandbox/sandbox.ts';
import { contentDifference, countLineFeeds, firstDifference } from './content-difference.ts';
import { GRADE_DIR } from './grade-dir.ts';
import type { Uncopied } from './workspace-copy.ts';

/** The workspace as the agent left it, and the task's grading files. */
type Placed = Pick<SandboxSpec, 'files' | 'folders' | 'links' | 'mounts'>;

/** Compares one file of the workspace, byte for byte or by a pattern. */
export function judgeFileContent(
  grader: FileContentGrader,
  placed: Placed,
  uncopied: readonly Uncopied[],
): Omit<Verdict, 'title'> {
  const { path } = grader;
  const place = alongLinks(posix.join(WORKSPACE, path), placed);
  const hidden = uncopied.find((one) => place === one.path || place.startsWith(`${one.path}/`));
  if (hidden !== undefined) return fail(`${path} cannot be read: ${hidden.why}`);
  const found = contentAt(place, placed.files);
  if (grader.absent) return isThere(place, placed) ? fail(`${path} exists`) : pass(`${path} is absent`);
  if (found === undefined)
    return fail(isThere(place, placed) ? `${path} is no file` : `${path} does not exist`);
  if (grader.matches !== undefined) return judgePattern(path, found, grader.matches);
  return judgeBytes(path, found, expectedBytes(grader, placed));
}

/** A folder on the way may be a link to another one of the workspace. */
function alongLinks(path: string, { links = [] }: Placed): string {
  const link = links.find((one) => path.startsWith(`${one.path}/`));
  return link === undefined ? path : `${link.target}${path.slice(link.path.length)}`;
}

function isThere(path: string, { files, folders = [], links = [] }: Placed): boolean {
  return folders.includes(path) || [...files, ...links].some((one) => one.path === path);
}

function contentAt(path: string, files: Placed['files']): Uint8Array | undefined {
  return files.find((file) => file.path === path)?.content;
}

function expectedBytes({ equals = '', equalsFile }: FileContentGrader, { mounts }: Placed): Uint8Array {
  if (equalsFile === undefined) return new TextEncoder().encode(equals);
  const expected = contentAt(
    posix.join(GRADE_DIR, equalsFile),
    mounts.flatMap(({ files }) => files),
  );
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
