import { z } from 'zod';

/** The constants of the report's section 4 (table 7), with its defaults. */
export const ScoringParameters = z.strictObject({
  eta: z.number().gt(0).max(100).default(50).describe('Neutral efficiency: equal cost scores this.'),
  alpha: z.number().nonnegative().default(25).describe('Points lost per doubling of cost.'),
  beta: z.number().min(0).max(100).default(20).describe('Minimum score when both arms succeed.'),
  thetaS: z.number().min(0).max(100).default(80).describe('Lower bound of Caution.'),
  epsilon: z.number().positive().default(1).describe('Smoothing of the cost ratios.'),
});
export type ScoringParameters = z.infer<typeof ScoringParameters>;

export const DEFAULT_PARAMETERS: ScoringParameters = ScoringParameters.parse({});
