import type { Verdict } from '../contracts/grade.ts';
import type { GraderSpec } from '../contracts/task.ts';
import { commandExit } from './command-exit.ts';
import { fileContent } from './file-content.ts';
import type { Grader, GraderKind, GraderSpecOf, GradingContext, Judgement } from './grader.ts';

const GRADERS: { readonly [Kind in GraderKind]: Grader<Kind> } = {
  'command-exit': commandExit,
  'file-content': fileContent,
};

/** The verdict of one grader, and what it says of the grader itself. */
export type Graded = { verdict: Verdict; whyBroken: Judgement['whyBroken'] };

/** Runs a task's graders in the order in which they are written. */
export async function gradeAll(specs: readonly GraderSpec[], context: GradingContext): Promise<Graded[]> {
  const graded: Graded[] = [];
  for (const spec of specs) {
    const { whyBroken, ...verdict } = await grade(spec, context);
    graded.push({ verdict: { title: spec.title, ...verdict }, whyBroken });
  }
  return graded;
}

async function grade<Kind extends GraderKind>(
  spec: GraderSpecOf<Kind>,
  context: GradingContext,
): Promise<Judgement> {
  return await GRADERS[spec.kind].grade(spec, context);
}

export function needsSandbox({ kind }: GraderSpec): boolean {
  return GRADERS[kind].needsSandbox;
}

export function needsSolution({ kind }: GraderSpec): boolean {
  return GRADERS[kind].needsSolution;
}

export function namedBy<Kind extends GraderKind>(spec: GraderSpecOf<Kind>): readonly string[] {
  return GRADERS[spec.kind].named(spec);
}
