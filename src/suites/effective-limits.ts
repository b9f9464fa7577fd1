import { type LimitOverrides, Limits } from '../contracts/limits.ts';

/** What a task or probe says itself stands over what its suite says, and that over the defaults. */
export function effectiveLimits(suiteDefaults: LimitOverrides, own: LimitOverrides): Limits {
  return Limits.parse({ ...suiteDefaults, ...own });
}
