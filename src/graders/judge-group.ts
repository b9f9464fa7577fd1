import type { Verdict } from '../contracts/grade.ts';
import type { GroupGrader } from '../contracts/grader-spec.ts';
import type { Judgement } from './grader.ts';

/** The verdict of one grader, and what it says of the grader itself. */
export type Graded = {
  verdict: Verdict;
  whyBroken: Judgement['whyBroken'];
  /** Of a group. */
  members?: readonly Graded[];
};

/** Decides by the verdicts of all members, so that the details say what failed even where enough have passed. */
export function judgeGroup(spec: GroupGrader, members: readonly Graded[]): Graded {
  const failed = members.filter(({ verdict }) => !verdict.passed);
  const { passed, reached } = outcome(spec, members);
  const reasons = failed.map(({ verdict: { title, detail } }) => `${title}: ${detail}`);
  return {
    members,
    verdict: {
      ...{ title: spec.title, passed },
      detail: [reached, ...reasons].join('; '),
      difference: failed[0]?.verdict.difference ?? null,
    },
    whyBroken: (isSolved) =>
      failed.map(({ whyBroken }) => whyBroken(isSolved)).find((problem) => problem !== null) ?? null,
  };
}

function outcome({ atLeast, weights, threshold }: GroupGrader, members: readonly Graded[]) {
  const count = members.filter(({ verdict }) => verdict.passed).length;
  if (threshold === undefined) {
    const passed = count >= (atLeast ?? members.length);
    return { passed, reached: `${count} of ${members.length} passed, at least ${atLeast} have to` };
  }
  const weightOf = (index: number) => weights?.[index] ?? 1;
  const whole = members.reduce((sum, _, index) => sum + weightOf(index), 0);
  const gained = members.reduce((sum, { verdict }, index) => sum + (verdict.passed ? weightOf(index) : 0), 0);
  // Weights such as 0.1 add up to a little less than they should.
  const passed = gained >= whole * threshold - whole * ROUNDING;
  const [share, needed] = [gained / whole, threshold].map((part) => `${Math.round(100 * part)} %`);
  return { passed, reached: `${share} of the weight passed, at least ${needed} has to` };
}

const ROUNDING = 1e-9;
