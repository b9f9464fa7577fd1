import type { Judging, Vote } from '../../contracts/judging.ts';
import { showCount } from './amounts.ts';

export type JudgedCriterion = { verdict: string; criterion: string; votes: string[] };

/** Who judged a rubric, and how it could not be judged, in a line. */
export function describeJudging({ title, judge, asked }: Judging): string {
  const { provider, model, simulated } = judge;
  const script = simulated ? ', a script and not a model' : '';
  const problems = asked.flatMap(({ problem }, at) =>
    problem === null ? [] : [`vote ${at + 1}: ${problem}`],
  );
  const who = `${title}, judged by ${model} (${provider}${script}) in ${showCount(asked.length, 'vote')}`;
  return [who, ...problems].join('; ');
}

export function judgedCriteria({ criteria }: Judging): JudgedCriterion[] {
  return criteria.map(({ isMet, mustNotHold, criterion, votes }) => ({
    verdict: mustNotHold ? RULED_OUT[`${isMet}`] : MET[`${isMet}`],
    criterion,
    votes: votes.map(describeVote),
  }));
}

const MET = { true: 'met', false: 'not met' } as const;
const RULED_OUT = { true: 'ruled out', false: 'not ruled out' } as const;
const VERDICTS = { met: 'met', 'not-met': 'not met', 'cannot-tell': 'cannot tell' } as const;

function describeVote({ verdict, quote, isFound }: Vote): string {
  if (verdict === null) return 'no vote';
  if (isFound === null) return `${VERDICTS[verdict]}, without a quote`;
  return `${VERDICTS[verdict]}, with a quote that ${isFound ? 'is' : 'is not'} in the work: ${JSON.stringify(quote)}`;
}
