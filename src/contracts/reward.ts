import { z } from 'zod';

/** What `sandbox/read-reward.py` prints of the files that a verifier wrote. */
export const RewardFiles = z.object({
  'reward.txt': z.string().nullable(),
  'reward.json': z.string().nullable(),
});
export type RewardFiles = z.infer<typeof RewardFiles>;
