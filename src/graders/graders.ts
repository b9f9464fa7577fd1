import {
  type ContentGraderSpec,
  type GraderSpec,
  judgesContent,
  membersOf,
  type SingleGraderSpec,
} from '../contracts/grader-spec.ts';
import { answer } from './answer.ts';
import { commandExit } from './command-exit.ts';
import { judgeFile } from './content-grader.ts';
import type { Grader, GraderKind, GraderSpecOf, GradingContext, Judgement } from './grader.ts';
import { http } from './http.ts';
import { type Graded, judgeGroup } from './judge-group.ts';
import { reward } from './reward.ts';
import { sqlite } from './sqlite.ts';
import { testReport } from './test-report.ts';
import { transcript } from './transcript.ts';
import { tree } from './tree.ts';

type OtherKind = Exclude<GraderKind, ContentGraderSpec['kind']>;

/** The graders that do more than judge the content of one file: `content/judge-content.ts` lists those that do that. */
const GRADERS: { readonly [Kind in OtherKind]: Grader<Kind> } = {
  answer,
  'command-exit': commandExit,
  http,
  reward,
  sqlite,
  'test-report': testReport,
  transcript,
  tree,
};

/** Runs a task's graders in the order in which they are written. */
export async function gradeAll(specs: readonly GraderSpec[], context: GradingContext): Promise<Graded[]> {
  const graded: Graded[] = [];
  for (const spec of specs) {
    graded.push(
      spec.kind === 'group'
        ? judgeGroup(spec, await gradeAll(spec.graders, context))
        : await gradeOne(spec, context),
    );
  }
  return graded;
}

async function gradeOne(spec: SingleGraderSpec, context: GradingContext): Promise<Graded> {
  const judging = judgesContent(spec) ? judgeFile(spec, context) : grade(spec, context);
  const { whyBroken, ...verdict } = await judging;
  return { verdict: { title: spec.title, ...verdict }, whyBroken };
}

async function grade<Kind extends OtherKind>(
  spec: GraderSpecOf<Kind>,
  context: GradingContext,
): Promise<Judgement> {
  return await GRADERS[spec.kind].grade(spec, context);
}

export function needsSandbox(spec: GraderSpec): boolean {
  return membersOf(spec).some((one) => !judgesContent(one) && GRADERS[one.kind].needsSandbox);
}

export function needsSolution(spec: GraderSpec): boolean {
  return membersOf(spec).some((one) => !judgesContent(one) && GRADERS[one.kind].needsSolution);
}

/** Whether a grader judges how an agent worked, and so cannot fail where none has. */
export function isAboutWork(spec: GraderSpec): boolean {
  return membersOf(spec).every((one) => !judgesContent(one) && GRADERS[one.kind].isAboutWork);
}

/** The files that a grader judges, by their paths in the workspace: they are read whatever else the agent left. */
export function namedBy(spec: GraderSpec): readonly string[] {
  return membersOf(spec).flatMap((one) => ('path' in one ? [one.path] : []));
}
