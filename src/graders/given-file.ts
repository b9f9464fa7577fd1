import { posix } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { expectedFilesOf } from '../contracts/expected-files-of.ts';
import type { GraderSpec } from '../contracts/grader-spec.ts';
import type { SandboxFile } from '../sandbox/sandbox.ts';
import { GRADE_DIR } from './grade-dir.ts';

/** The file of `grade/` that a grader names. */
export function givenFile(spec: GraderSpec, gradingFiles: readonly SandboxFile[]): Uint8Array | null {
  const [name] = expectedFilesOf(spec);
  if (name === undefined) return null;
  const path = posix.join(GRADE_DIR, name);
  const given = gradingFiles.find((file) => file.path === path);
  if (given !== undefined) return given.content;
  throw new AssayError('GRADER_FAILED', `grade/${name} does not exist in the task's folder.`);
}
