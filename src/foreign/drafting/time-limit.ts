import { LONGEST_SECONDS } from '../../contracts/limits.ts';

/** The time that an agent has for a task; nothing for a task that does not say. `note` hears of a limit that is cut. */
export function timeLimit(
  wanted: number | null | undefined,
  note: (detail: string) => void,
): { maxSeconds?: number } {
  if (wanted == null || wanted <= 0) return {};
  if (wanted > LONGEST_SECONDS) note(`Agents have ${LONGEST_SECONDS} seconds at most.`);
  return { maxSeconds: Math.min(wanted, LONGEST_SECONDS) };
}
