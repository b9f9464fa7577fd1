import type { Verdict } from '../contracts/grade.ts';
import { type ContentGraderSpec, type GraderSpec, judgesContent } from '../contracts/grader-spec.ts';
import { answer } from './answer.ts';
import { commandExit } from './command-exit.ts';
import { judgeFile } from './content-grader.ts';
import type { Grader, GraderKind, GraderSpecOf, GradingContext, Judgement } from './grader.ts';
import { transcript } from './transcript.ts';
import { tree } from './tree.ts';

type OtherKind = Exclude<GraderKind, ContentGraderSpec['kind']>;

/** The graders that do more than judge the content of one file: `content/judge-content.ts` lists those that do that. */
const GRADERS: { readonly [Kind in OtherKind]: Grader<Kind> } = {
  answer,
  'command-exit': commandExit,
  transcript,
  tree,
};

/** The verdict of one grader, and what it says of the grader itself. */
export type Graded = { verdict: Verdict; whyBroken: Judgement['whyBroken'] };

/** Runs a task's graders in the order in which they are written. */
export async function gradeAll(specs: readonly GraderSpec[], context: GradingContext): Promise<Graded[]> {
  const graded: Graded[] = [];
  for (const spec of specs) {
    const judging = judgesContent(spec) ? judgeFile(spec, context) : grade(spec, context);
    const { whyBroken, ...verdict } = await judging;
    graded.push({ verdict: { title: spec.title, ...verdict }, whyBroken });
  }
  return graded;
}

async function grade<Kind extends OtherKind>(
  spec: GraderSpecOf<Kind>,
  context: GradingContext,
): Promise<Judgement> {
  return await GRADERS[spec.kind].grade(spec, context);
}

export function needsSandbox(spec: GraderSpec): boolean {
  return !judgesContent(spec) && GRADERS[spec.kind].needsSandbox;
}

export function needsSolution(spec: GraderSpec): boolean {
  return !judgesContent(spec) && GRADERS[spec.kind].needsSolution;
}

/** Whether a grader judges how an agent worked, and so cannot fail where none has. */
export function isAboutWork(spec: GraderSpec): boolean {
  return !judgesContent(spec) && GRADERS[spec.kind].isAboutWork;
}

/** The files that a grader judges, by their paths in the workspace: they are read whatever else the agent left. */
export function namedBy(spec: GraderSpec): readonly string[] {
  return judgesContent(spec) ? [spec.path] : [];
}
