import { describeEnd, describeMeanwhile } from '../contracts/agent-end.ts';
import { describeBudget } from '../contracts/budget.ts';
import type { Evidence } from '../contracts/evidence.ts';

type Ended = Pick<Evidence, 'agentEnd' | 'conversationEnd' | 'budgetReached' | 'losses'>;

/** Describes in a sentence how an agent ended that did not finish its work. */
export function whyEnded(ended: Ended): string {
  const { agentEnd, budgetReached } = ended;
  if (agentEnd === 'budget' && budgetReached !== null)
    return `budget: ${describeBudget(budgetReached)} was used up`;
  const sentence = `${describeEnd(agentEnd)}${circumstance(ended)}`;
  return agentEnd === 'crashed' ? sentence : `${agentEnd}: ${sentence}`;
}

function circumstance({ agentEnd, conversationEnd, losses }: Ended): string {
  const meanwhile = conversationEnd === null ? '' : ` ${describeMeanwhile(conversationEnd)}`;
  const details = losses.filter(({ part }) => part === 'agent').map(({ detail }) => `: ${detail}`);
  switch (agentEnd) {
    case 'timeout':
    case 'gave-up':
      return meanwhile;
    case 'crashed':
    case 'provider-error':
      return details.join('');
    default:
      return said(conversationEnd);
  }
}

function said(conversationEnd: Ended['conversationEnd']): string {
  const words = conversationEnd?.said ?? null;
  return words === null ? '' : `: ${words}`;
}
