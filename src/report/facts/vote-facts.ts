import type { Judging, Vote } from '../../contracts/judging.ts';
import { showCount } from './amounts.ts';

export type JudgedCriterion = { isMet: boolean; criterion: string; votes: string[] };

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
  return criteria.map(({ isMet, criterion, votes }) => ({
    isMet,
    criterion,
    votes: votes.map(describeVote),
  }));
}

const VERDICTS = { met: 'met', 'not-met': 'not met', 'cannot-tell': 'cannot tell' } as const;

function describeVote({ verdict, quote, isFound }: Vote): string {
  if (verdict === null) return 'no vote';
  if (isFound === null) return `${VERDICTS[verdict]}, without a quote`;
  return `${VERDICTS[verdict]}, with a quote that ${isFound ? 'is' : 'is not'} in the work: ${JSON.stringify(quote)}`;
}
