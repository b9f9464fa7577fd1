import type { TreeDiff } from '../contracts/evidence.ts';
import type { Verdict } from '../contracts/grade.ts';
import type { SingleGraderSpec } from '../contracts/grader-spec.ts';
import type { JudgeSetup } from '../contracts/judging.ts';
import type { RequestsByLabel } from '../contracts/side-requests.ts';
import type { Usage } from '../contracts/transcript.ts';
import type { Sandbox, SandboxFile } from '../sandbox/sandbox.ts';
import type { ContentJudge } from './reading/content-judge.ts';
import type { HiddenSkill } from './rubric/blind-work.ts';
import type { Known } from './rubric/known-texts.ts';
import type { WorkspaceCopy } from './workspace-copy.ts';

export type GraderKind = SingleGraderSpec['kind'];

/** A mapped type, because only then can the compiler infer the grader from its kind. */
export type GraderSpecOf<Kind extends GraderKind> = {
  [K in Kind]: Extract<SingleGraderSpec, { kind: K }> & { kind: K };
}[Kind];

/**
 * `asked` are the tools that the model called, and `mentioned` also those whose calls count for nothing, because they were not offered
 * or are only in the history of requests. `ownState` is where the agent keeps what is its own and no work on the task.
 */
export type AgentWork = {
  asked: ReadonlySet<string>;
  mentioned: ReadonlySet<string>;
  requests: RequestsByLabel;
  ownState: readonly string[];
};

/** The work of an agent or of a reference solution: what it changed in the workspace, and what it said. */
export type Session = {
  /** The last words, each of which has to be right; see `finalAnswers`. */
  answers: readonly string[];
  changes: TreeDiff;
  /** `null` where a grader proves itself, because no agent has been there. */
  work: AgentWork | null;
};

export type Question = { system: string; text: string };

/** The judge's words, or why there are none that could count: something in the work may have prevented them. */
export type Said =
  | { kind: 'said'; text: string; usage: Usage }
  /** `isFinal` means that asking again makes no sense. */
  | { kind: 'nothing'; why: string; isFinal: boolean };

/** A model that judges the work of one trial, and knows nothing but what it is asked. */
export type Judge = {
  kind: 'judge';
  setup: JudgeSetup;
  /** Decides the orders in which things are shown; whatever runs in a sandbox does not know it. */
  seed: string;
  /** What it is not shown, so that it does not know the arm. */
  hidden: HiddenSkill;
  /** Fails only over what no work can bring about. */
  ask(question: Question, signal: AbortSignal): Promise<Said>;
};

/** Why no model is asked: graders prove themselves without one, or all is decided without it. */
export type NoJudge = { kind: 'none'; why: 'proof' | 'decided' };

export type AskedTask = {
  /** All that the user has said. */
  prompt: string;
  /** The files of the workspace that the agent was given, also those that others replaced later. */
  given: readonly SandboxFile[];
  /** All that the task holds, also what the agent was not shown. */
  known: Known;
};

/** The inputs and the tools that a grader decides with. */
export type GradingContext = {
  workspace: WorkspaceCopy;
  /** The task's files of `grade/`, below `GRADE_DIR`. */
  gradingFiles: readonly SandboxFile[];
  session: Session;
  task: AskedTask;
  judge: Judge | NoJudge;
  /**
   * Opens a sandbox with a copy of the workspace and the grading files, in which nothing has run. It is
   * removed once all graders of the task have decided.
   */
  openSandbox(): Promise<Sandbox>;
  /** Reads and judges files elsewhere: on the event loop a long file would stop every other trial. */
  contents: Pick<ContentJudge, 'judge' | 'blind' | 'findQuotes'>;
  signal: AbortSignal;
};

export type Judgement = Omit<Verdict, 'title'> & {
  /**
   * Why only the grader itself can have failed like this over an untouched workspace; `null` if that may be
   * its verdict. `isSolved` means that it has passed what the reference solution leaves.
   */
  whyBroken(isSolved: boolean): string | null;
  /** Nobody knows the verdict: it takes a model, and none was asked. */
  isUndecided?: true;
  /** It failed without having decided anything: its time was over, or what it wrote is no verdict. */
  isNoVerdict?: true;
};

/** Decides one claim about what an agent left. A workload may have brought about whatever it comes across. */
export type Grader<Kind extends GraderKind> = {
  needsSandbox: boolean;
  /** Whether it may break unnoticed, as a wrong answer, unless a reference solution shows that it can pass. */
  needsSolution: boolean;
  /** Whether it judges how an agent worked, which no reference solution shows. */
  isAboutWork: boolean;
  /** Fails with `GRADER_FAILED` only over what no workload can bring about. */
  grade(spec: GraderSpecOf<Kind>, context: GradingContext): Promise<Judgement>;
};
