import { AssayError } from '../base/assay-error.ts';
import { ScoringParameters } from '../contracts/parameters.ts';

/** Parameters that a user may have set; the others keep their values from `base`. */
export type ParameterOverrides = { [Name in keyof ScoringParameters]?: number | undefined };

const FLAGS = {
  eta: '--eta',
  alpha: '--alpha',
  beta: '--beta',
  thetaS: '--theta-s',
  epsilon: '--epsilon',
} as const;

export function scoringParameters(overrides: ParameterOverrides, base: ScoringParameters): ScoringParameters {
  const { eta, alpha, beta, thetaS, epsilon } = overrides;
  const given = Object.entries({ eta, alpha, beta, thetaS, epsilon }).filter(
    ([, value]) => value !== undefined,
  );
  const parsed = ScoringParameters.safeParse({ ...base, ...Object.fromEntries(given) });
  if (parsed.success) return parsed.data;
  const messages = parsed.error.issues.map(({ path, message }) => `${flagOf(path[0])}: ${message}`);
  throw new AssayError('USAGE', messages.join('\n'));
}

function flagOf(name: PropertyKey | undefined): string {
  const entry = Object.entries(FLAGS).find(([parameter]) => parameter === name);
  return entry?.[1] ?? String(name);
}
