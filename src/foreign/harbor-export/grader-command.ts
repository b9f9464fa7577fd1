import { shellQuote } from '../../base/shell-quote.ts';
import {
  type GraderSpec,
  type GroupGrader,
  judgesPlainContent,
  type PlainContentSpec,
  type SingleGraderSpec,
} from '../../contracts/grader-spec.ts';

/** The file beside the verifier that judges contents. */
export const JUDGE = 'assay-judge.mjs';
/** Longer than judging takes here at most. */
const JUDGE_SECONDS = 60;
const ROUNDING = 1e-9;

/** A command that ends with 0 if the grader passes; `null` for one that nothing in Harbor decides. */
export function graderCommand(grader: GraderSpec): string | null {
  return grader.kind === 'group' ? groupCommand(grader) : singleCommand(grader);
}

/** The grader that keeps a command from being written. */
export function undecidedIn(graders: readonly GraderSpec[]): SingleGraderSpec | null {
  const members = graders.flatMap((one) => (one.kind === 'group' ? one.graders : [one]));
  return members.find((one) => singleCommand(one) === null) ?? null;
}

function singleCommand(grader: SingleGraderSpec): string | null {
  if (judgesPlainContent(grader)) return judgeCommand(grader);
  if (grader.kind !== 'command-exit') return null;
  const limited = `timeout ${Math.ceil(grader.timeoutSeconds)} bash -c ${shellQuote(grader.command)}`;
  return grader.exitCode === 0 ? limited : `${limited}; [ $? -eq ${grader.exitCode} ]`;
}

function judgeCommand(grader: PlainContentSpec): string {
  return `timeout ${JUDGE_SECONDS} node /grade/${JUDGE} ${shellQuote(JSON.stringify(grader))} /workspace /grade`;
}

/** Adds up the weights of those that pass in JavaScript, so that the sum is rounded as it is here. */
function groupCommand({ graders, atLeast, weights, threshold = 0 }: GroupGrader): string | null {
  const members = graders.map(singleCommand);
  if (members.includes(null)) return null;
  const weightOf = (index: number) => (atLeast === undefined ? (weights?.[index] ?? 1) : 1);
  const whole = graders.reduce((sum, _, index) => sum + weightOf(index), 0);
  const needed = atLeast ?? whole * threshold - whole * ROUNDING;
  const lines = members.map(
    (command, index) => `if ${bash(command ?? 'false')}; then sum="$sum + ${weightOf(index)}"; fi`,
  );
  return ['sum=0', ...lines, `node -e "process.exit($sum >= ${needed} ? 0 : 1)"`].join('\n');
}

function bash(command: string): string {
  return `bash -c ${shellQuote(command)}`;
}
