import type { LeftOut } from '../../contracts/left-out.ts';
import type { Scores } from '../../contracts/score.ts';
import type { Scorecard, TaskCard, TaskPair } from '../../contracts/scorecard.ts';
import { showPoints } from '../facts/amounts.ts';
import { describeArm } from '../facts/arm-facts.ts';
import {
  describeOutcome,
  secondsChange,
  timeWording,
  tokensChange,
  tokensWording,
} from '../facts/pair-facts.ts';
import { findTaskScore, whyLeftOut } from '../facts/score-facts.ts';
import type { Tone } from '../facts/wording.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from './paragraph.ts';
import { section } from './section.ts';
import { type Cell, heading, right, table, wordCell } from './table.ts';

const HEADING = heading('', 'outcome', 'baseline', 'with skill', '>tokens', '>time', '>score');

export function tasksSection({ tasks, scores, leftOut }: Scorecard, options: ReportOptions): string[] {
  const rows = tasks.flatMap((task) => taskRows(task, scores));
  const lines = rows.length === 0 ? [] : table([HEADING, ...rows], options);
  return section('Tasks', [...lines, ...leftOutLines(scores, options, leftOut)], options);
}

/** Says what the utility score does not count, and why. */
export function leftOutLines({ tasks }: Scores, options: ReportOptions, leftOut?: LeftOut): string[] {
  const lines = tasks
    .map((task) => ({ id: task.id, why: whyLeftOut(task, leftOut) }))
    .filter(({ why }) => why !== '')
    .flatMap(({ id, why }) => paragraph(`${id}: ${why}`, 'muted', options));
  return lines.length === 0 ? [] : ['', ...lines];
}

/**
 * A title, and a row for each repeat. The first row has the score, because that is the mean of all repeats.
 */
function taskRows({ id, pairs }: TaskCard, scores: Scores): Cell[][] {
  const score = showPoints(findTaskScore(scores, id)?.score ?? null);
  return [
    [{ text: id, tone: 'strong' }],
    ...pairs.map((pair, index) => [
      { text: pairs.length === 1 ? '' : String(pair.repeat), tone: 'muted' } as const,
      ...pairCells(pair),
      right(index === 0 ? score : '', 'strong'),
    ]),
  ];
}

function pairCells(pair: TaskPair): Cell[] {
  const outcome = describeOutcome(pair);
  return [
    { text: outcome.map(({ label }) => label).join(', '), tone: outcomeTone(pair) },
    wordCell(describeArm(pair.baseline)),
    wordCell(describeArm(pair.withSkill)),
    right(tokensChange(pair), tokensWording(pair)?.tone),
    right(secondsChange(pair), timeWording(pair)?.tone),
  ];
}

/**
 * Tokens and time may change in opposite directions, so each cell has its own colour; the words get one only
 * if both agree.
 */
function outcomeTone(pair: TaskPair): Tone {
  const [first, ...others] = describeOutcome(pair).map(({ tone }) => tone);
  const agree = others.every((tone) => tone === first);
  return first === undefined || (pair.outcome === 'both-passed' && !agree) ? 'plain' : first;
}
