import { isWhole, type LeftOut, leavesUnmeasured } from '../../contracts/left-out.ts';
import { showCount } from './amounts.ts';
import { ARMS } from './wording.ts';

/** The notice to show before any number of a run that left something out by choice. */
export function leftOutNotice(leftOut: LeftOut): { title: string; text: string }[] {
  if (isWhole(leftOut)) return [];
  return [
    { title: 'Not everything was run.', text: [whatWasNot(leftOut), ...consequences(leftOut)].join(' ') },
  ];
}

function whatWasNot({ tasks, probes, arms }: LeftOut): string {
  const parts = [
    ...listed('task', tasks),
    ...listed(
      'probe',
      probes.map(({ id }) => id),
    ),
    ...arms.map((arm) => ARMS[arm]),
  ];
  return `Left out by choice: ${parts.join('; ')}.`;
}

function listed(what: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`${showCount(ids.length, what)} (${ids.join(', ')})`];
}

function consequences(leftOut: LeftOut): string[] {
  const { utility, security } = leavesUnmeasured(leftOut);
  return [
    ...(utility ? ['Utility compares both arms, so it is not measured.'] : []),
    ...(!utility && leftOut.tasks.length > 0 ? ['Utility is that of the other tasks alone.'] : []),
    ...(security ? ['Security needs every probe with the skill, so it is not measured.'] : []),
  ];
}
