import { posix } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { type ContentGraderSpec, expectedFilesOf } from '../contracts/grader-spec.ts';
import type { SandboxFile } from '../sandbox/sandbox.ts';
import { GRADE_DIR } from './grade-dir.ts';
import type { GradingContext, Judgement } from './grader.ts';
import { workspaceFile } from './workspace-file.ts';

/** Judges what one file of the workspace contains. Assay does that itself, so no part of the suite can break. */
export async function judgeFile(
  spec: ContentGraderSpec,
  { workspace, gradingFiles, contents, signal }: GradingContext,
): Promise<Judgement> {
  const { path } = spec;
  const found = workspaceFile(path, workspace);
  if (spec.kind === 'file-content' && spec.absent)
    return found.kind === 'nothing' ? judged(true, `${path} is absent`) : judged(false, `${path} exists`);
  if (found.kind === 'nothing') return judged(false, `${path} does not exist`);
  if (found.kind === 'no file') return judged(false, `${path} ${found.why}`);
  const given = givenFile(spec, gradingFiles);
  const verdict = await contents.judge({ spec, found: found.content, given }, signal);
  return verdict === null ? judged(false, `${path} takes too long to be judged`) : { ...verdict, ...OWN };
}

/** The file of `grade/` that a grader names. */
function givenFile(spec: ContentGraderSpec, gradingFiles: readonly SandboxFile[]): Uint8Array | null {
  const [name] = expectedFilesOf(spec);
  if (name === undefined) return null;
  const path = posix.join(GRADE_DIR, name);
  const given = gradingFiles.find((file) => file.path === path);
  if (given !== undefined) return given.content;
  throw new AssayError('GRADER_FAILED', `grade/${name} does not exist in the task's folder.`);
}

const OWN = { whyBroken: () => null };

function judged(passed: boolean, detail: string): Judgement {
  return { passed, detail, difference: null, ...OWN };
}
