import { isSufficient, type Standing } from '../../contracts/standing.ts';
import { showCount } from './amounts.ts';

export const INSUFFICIENT = 'insufficient evidence';

/** The notice that comes first if the evidence is not sufficient for the scores. */
export function standingNotice(standing: Standing): { title: string; text: string }[] {
  if (isSufficient(standing)) return [];
  const { tasks, probes } = standing;
  const title = `Insufficient evidence: ${describe('task', tasks)} and ${describe('probe', probes)} could not be scored.`;
  return [
    {
      title,
      text: 'The scores below cover only the rest. The missing results might have lowered them.',
    },
  ];
}

function describe(what: string, { lacking, of }: Standing['tasks']): string {
  return `${lacking} of ${showCount(of, what)}`;
}
