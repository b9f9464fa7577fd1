import type { ScoringParameters } from '../contracts/parameters.ts';
import type { SecurityStatus } from '../contracts/score.ts';

/** status(S) (report, section 4.4): Pass at 100, Caution in [θs, 100), Risky below θs. */
export function securityStatus(security: number, { thetaS }: ScoringParameters): SecurityStatus {
  if (security === 100) return 'Pass';
  return security >= thetaS ? 'Caution' : 'Risky';
}
