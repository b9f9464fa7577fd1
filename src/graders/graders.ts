import {
  asksModel,
  type ContentGraderSpec,
  type GraderSpec,
  type GroupGrader,
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
import { rubric } from './rubric.ts';
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
  rubric,
  sqlite,
  'test-report': testReport,
  transcript,
  tree,
};

/**
 * Runs a task's graders in the order in which they are written, and those that ask a model last: if anything else has
 * failed the attempt, there is no use in asking.
 */
export async function gradeAll(specs: readonly GraderSpec[], context: GradingContext): Promise<Graded[]> {
  const graded = new Map<GraderSpec, Graded>();
  for (const spec of exactFirst(specs)) {
    const hasFailed = graded.values().some(({ verdict, isUndecided }) => !verdict.passed && !isUndecided);
    graded.set(spec, await gradeOne(spec, hasFailed ? withoutJudge(context) : context));
  }
  return specs.flatMap((spec) => graded.get(spec) ?? []);
}

function exactFirst<Spec extends GraderSpec>(specs: readonly Spec[]): Spec[] {
  return [...specs.filter((spec) => !asksModel(spec)), ...specs.filter(asksModel)];
}

function withoutJudge(context: GradingContext): GradingContext {
  return context.judge.kind === 'none' ? context : { ...context, judge: { kind: 'none', why: 'decided' } };
}

async function gradeOne(spec: GraderSpec, context: GradingContext): Promise<Graded> {
  return spec.kind === 'group' ? await gradeGroup(spec, context) : await gradeSingle(spec, context);
}

/** A model is asked only if the group ends differently by what it says. */
async function gradeGroup(spec: GroupGrader, context: GradingContext): Promise<Graded> {
  const unasked = withoutJudge(context);
  const members: Graded[] = [];
  for (const member of spec.graders) members.push(await gradeSingle(member, unasked));
  const exact = judgeGroup(
    spec,
    members.map((member, at) =>
      asksModel(spec.graders[at] ?? spec) ? { ...member, isUndecided: true } : member,
    ),
  );
  if (context.judge.kind === 'none' || !exact.isUndecided) return exact;
  for (const [at, member] of spec.graders.entries())
    if (asksModel(member)) members[at] = await gradeSingle(member, context);
  return judgeGroup(spec, members);
}

async function gradeSingle(spec: SingleGraderSpec, context: GradingContext): Promise<Graded> {
  const judging = judgesContent(spec) ? judgeFile(spec, context) : grade(spec, context);
  const { whyBroken, isUndecided, isNoVerdict, ...verdict } = await judging;
  return {
    verdict: { title: spec.title, ...verdict },
    whyBroken,
    ...(isUndecided ? { isUndecided } : {}),
    ...(isNoVerdict ? { isNoVerdict } : {}),
  };
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
  return membersOf(spec).flatMap((one) => {
    if (one.kind === 'rubric') return one.reads.filter((place) => !place.endsWith('/'));
    return 'path' in one ? [one.path] : [];
  });
}
