import type { z } from 'zod';
import type { TriggerQuery, Triggers } from '../../contracts/triggers.ts';

/** What is said wherever an import writes queries. */
export const NOT_RUN_YET = 'triggers.yaml has them, which no command runs yet.';

/** The queries of a suite; `null` if there are none. */
export function triggersOf(
  skill: string | null,
  queries: readonly TriggerQuery[],
): z.input<typeof Triggers> | null {
  return queries.length === 0 ? null : { version: 1, skill: skill ?? 'skill', queries: [...queries] };
}
