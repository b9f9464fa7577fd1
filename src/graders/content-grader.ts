import type { ContentGraderSpec } from '../contracts/grader-spec.ts';
import { givenFile } from './given-file.ts';
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

const OWN = { whyBroken: () => null };

function judged(passed: boolean, detail: string): Judgement {
  return { passed, detail, difference: null, ...OWN };
}
