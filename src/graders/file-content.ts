import { posix } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { compilePattern } from '../base/compile-pattern.ts';
import type { Verdict } from '../contracts/grade.ts';
import type { FileContentGrader } from '../contracts/task.ts';
import { type Sandbox, WORKSPACE } from '../sandbox/sandbox.ts';
import { GRADE_DIR } from './grade-dir.ts';

const MAX_BYTES = 16 * 1024 * 1024;

/** Compares one file of the workspace, byte for byte or by a pattern. */
export async function judgeFileContent(
  grader: FileContentGrader,
  sandbox: Sandbox,
): Promise<Omit<Verdict, 'title'>> {
  const found = await read(sandbox, posix.join(WORKSPACE, grader.path));
  if (grader.absent) return found === null ? pass(`${grader.path} is absent`) : fail(`${grader.path} exists`);
  if (found === null) return fail(`${grader.path} does not exist`);
  if (grader.matches !== undefined) return judgePattern(grader.path, found, grader.matches);
  return judgeBytes(grader.path, found, await expectedBytes(grader, sandbox));
}

async function expectedBytes(grader: FileContentGrader, sandbox: Sandbox): Promise<Uint8Array> {
  if (grader.equalsFile === undefined) return new TextEncoder().encode(grader.equals ?? '');
  const expected = await read(sandbox, posix.join(GRADE_DIR, grader.equalsFile));
  if (expected !== null) return expected;
  throw new AssayError('GRADER_FAILED', `grade/${grader.equalsFile} does not exist in the task's folder.`);
}

function judgePattern(path: string, found: Uint8Array, pattern: string): Omit<Verdict, 'title'> {
  const matches = compilePattern(pattern).test(new TextDecoder().decode(found));
  return matches ? pass(`${path} matches`) : fail(`${path} does not match ${pattern}`);
}

function judgeBytes(path: string, found: Uint8Array, expected: Uint8Array): Omit<Verdict, 'title'> {
  if (Buffer.compare(found, expected) === 0) return pass(`${path} is as expected`);
  return fail(`${path} differs from what was expected, first in line ${firstDifferentLine(found, expected)}`);
}

function firstDifferentLine(found: Uint8Array, expected: Uint8Array): number {
  const length = Math.min(found.length, expected.length);
  let line = 1;
  for (let index = 0; index < length && found[index] === expected[index]; index++) {
    if (found[index] === 0x0a) line += 1;
  }
  return line;
}

async function read(sandbox: Sandbox, path: string): Promise<Uint8Array | null> {
  const file = await sandbox.readFile(path, MAX_BYTES);
  return file?.content ?? null;
}

function pass(detail: string) {
  return { passed: true, detail };
}

function fail(detail: string) {
  return { passed: false, detail };
}
