import { type LimitOverrides, Limits } from '../contracts/limits.ts';

/** The limits of a task or probe take precedence over those of its suite, and those over the defaults. */
export function effectiveLimits(suiteDefaults: LimitOverrides, own: LimitOverrides): Limits {
  return Limits.parse({ ...suiteDefaults, ...own });
}
