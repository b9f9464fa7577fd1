import type { Verdict } from '../contracts/grade.ts';
import type { GroupGrader } from '../contracts/grader-spec.ts';
import type { Judgement } from './grader.ts';

/** The verdict of one grader, and what it says of the grader itself. */
export type Graded = Pick<Judgement, 'whyBroken' | 'isUndecided' | 'isNoVerdict'> & {
  verdict: Verdict;
  /** Of a group. */
  members?: readonly Graded[];
};

/**
 * Decides by the verdicts of all members, so that the details say what failed even where enough have passed. A group is
 * decided without its undecided members if it ends the same whatever they are.
 */
export function judgeGroup(spec: GroupGrader, members: readonly Graded[]): Graded {
  const failed = members.filter(({ verdict }) => !verdict.passed);
  const { passed, reached, partialCredit } = outcome(spec, members, ({ verdict }) => verdict.passed);
  const best = outcome(spec, members, ({ verdict, isUndecided }) => verdict.passed || isUndecided === true);
  const reasons = failed.map(({ verdict: { title, detail } }) => `${title}: ${detail}`);
  const judgings = members.flatMap(({ verdict }) => verdict.judgings ?? []);
  return {
    members,
    verdict: {
      ...{ title: spec.title, passed },
      detail: [reached, ...reasons].join('; '),
      difference: failed[0]?.verdict.difference ?? null,
      partialCredit,
      ...(judgings.length === 0 ? {} : { judgings }),
    },
    whyBroken: (isSolved) =>
      failed.map(({ whyBroken }) => whyBroken(isSolved)).find((problem) => problem !== null) ?? null,
    ...(best.passed === passed ? {} : { isUndecided: true }),
    ...(!passed && failed.some(({ isNoVerdict }) => isNoVerdict) ? { isNoVerdict: true } : {}),
  };
}

function outcome(
  { atLeast, weights, threshold }: GroupGrader,
  members: readonly Graded[],
  passes: (member: Graded) => boolean,
) {
  const count = members.filter(passes).length;
  if (threshold === undefined) {
    const needed = atLeast ?? members.length;
    const reached = `${count} of ${members.length} passed, at least ${needed} ${needed === 1 ? 'has' : 'have'} to`;
    return { passed: count >= needed, reached, partialCredit: Math.min(1, count / needed) };
  }
  const weightOf = (index: number) => weights?.[index] ?? 1;
  const whole = members.reduce((sum, _, index) => sum + weightOf(index), 0);
  const gained = members.reduce((sum, member, index) => sum + (passes(member) ? weightOf(index) : 0), 0);
  // Weights such as 0.1 add up to a little less than they should.
  const passed = gained >= whole * threshold - whole * ROUNDING;
  const [share, needed] = [gained / whole, threshold].map((part) => `${Math.round(100 * part)} %`);
  const reached = `${share} of the weight passed, at least ${needed} has to`;
  return { passed, reached, partialCredit: Math.min(1, gained / whole) };
}

const ROUNDING = 1e-9;
