import type { Scores, TaskScore } from '../../contracts/score.ts';
import { showPoints } from '../facts/amounts.ts';
import { showParameters } from '../facts/score-facts.ts';
import type { ReportOptions } from '../report-options.ts';
import { groupTable } from './group-table.ts';
import { paragraph } from './paragraph.ts';
import { joinSections, section } from './section.ts';
import { type Cell, heading, right, table } from './table.ts';
import { leftOutLines } from './tasks-section.ts';
import { verdictLines } from './verdict-section.ts';

const HEADING = heading('task', '>score', '>tokens', '>time', '>efficiency', '>pairs');

/** Renders scores alone, without the run that they came from. */
export function renderScores(scores: Scores, options: ReportOptions): string {
  const tasks = scores.tasks.map(taskRow);
  const lines = tasks.length === 0 ? [] : table([HEADING, ...tasks], options);
  return joinSections([
    verdictLines(scores, options),
    section('Tasks', [...lines, ...leftOutLines(scores, options)], options),
    section('Security groups', groupTable(scores, options), options),
    section('Parameters', paragraph(showParameters(scores.parameters), 'plain', options), options),
  ]);
}

function taskRow({ id, score, efficiency, pairs }: TaskScore): Cell[] {
  return [
    { text: id },
    right(showPoints(score), 'strong'),
    efficiencyCell(efficiency?.tokens),
    efficiencyCell(efficiency?.time),
    efficiencyCell(efficiency?.combined),
    right(String(pairs)),
  ];
}

/** A dash if efficiency played no part: it is defined only where both arms succeed with the skill in use. */
function efficiencyCell(part: number | undefined): Cell {
  return part === undefined ? right('–', 'muted') : right(showPoints(part));
}
