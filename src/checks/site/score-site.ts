import type { SiteReport, StepStatus } from '../../contracts/site-report.ts';

type Weighed = { weight: number; status: StepStatus };

const VALUES = { pass: 100, warn: 50, fail: 0, 'not-applicable': null } as const satisfies Record<
  StepStatus,
  number | null
>;

/**
 * Sum of value times weight over the sum of weights, rounded half up, between 0 and 100. A step that is not
 * applicable is in neither sum. (The suite's published scoring: pass 100, warning 50, fail 0.)
 */
export function scoreSite(steps: readonly Weighed[]): number {
  const active = steps.flatMap(({ weight, status }) => {
    const value = VALUES[status];
    return value === null ? [] : [{ weight, value }];
  });
  const weights = active.reduce((sum, { weight }) => sum + weight, 0);
  const values = active.reduce((sum, { weight, value }) => sum + weight * value, 0);
  return Math.round(values / weights);
}

/** The worst status of any step. */
export function worstOf(statuses: readonly StepStatus[]): SiteReport['verdict'] {
  if (statuses.includes('fail')) return 'fail';
  return statuses.includes('warn') ? 'warn' : 'pass';
}
