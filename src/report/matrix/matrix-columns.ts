import { describeBudget } from '../../contracts/budget.ts';
import type { MatrixRun, MatrixSummary } from '../../contracts/matrix.ts';
import { showAgent } from '../facts/agent-facts.ts';
import {
  NOT_MEASURED,
  showCount,
  showPoints,
  showSecondsChange,
  showTokensChange,
  showUsd,
} from '../facts/amounts.ts';
import { sourceMark } from '../facts/answer-source.ts';
import { statusInTable, statusWording } from '../facts/status-wording.ts';
import type { Wording } from '../facts/wording.ts';

type Result = NonNullable<MatrixRun['result']>;

/** What is shown of each run of a matrix. Costs are those of a mean trial, without the skill and with it. */
export const MATRIX_COLUMNS: readonly { label: string; show: (result: Result) => string }[] = [
  { label: 'utility', show: ({ scores }) => showPoints(scores.utility) },
  { label: 'security', show: ({ scores }) => showPoints(scores.security) },
  { label: 'tokens', show: ({ meanTokens }) => showTokensChange(meanTokens.baseline, meanTokens.withSkill) },
  {
    label: 'time',
    show: ({ meanSeconds }) => showSecondsChange(meanSeconds.baseline, meanSeconds.withSkill),
  },
  { label: 'cost', show: ({ cost }) => showUsd(cost.totalUsd) },
];

export function statusOf({ result }: MatrixRun): Wording {
  if (result === null) return { label: 'not finished', tone: 'bad' };
  const { scores, standing, budgetReached, probeSet } = result;
  const { status } = scores;
  if (budgetReached === null) return statusInTable({ status, standing, probeSet }, UNKNOWN);
  const { label } = status === null ? UNKNOWN : statusWording(status, { probeSet });
  return { label: `${label}, budget used up`, tone: 'warn' };
}

const UNKNOWN = { label: NOT_MEASURED, tone: 'muted' } as const;

export function agentOfRun({ setup }: MatrixRun): string {
  return showAgent(setup);
}

export function modelOfRun({ setup: { model, simulated } }: MatrixRun, replayed: boolean): string {
  return `${model}${sourceMark({ simulated, replayed })}`;
}

/** Says what the budget of all runs kept from being run; nothing if it sufficed. */
export function budgetNotes({ budgetReached, runs }: MatrixSummary): string[] {
  if (budgetReached === null) return [];
  const lacking = runs.filter(({ result }) => result === null || result.trials.missing > 0).length;
  const used = `${describeBudget(budgetReached)} is used up`;
  return [
    `${showCount(lacking, 'run')} of ${runs.length} ${lacking === 1 ? 'lacks' : 'lack'} trials: ${used}.`,
  ];
}
