import type { ProbeCard, ProbePair, Scorecard } from '../../contracts/scorecard.ts';
import { describeArm } from '../facts/arm-facts.ts';
import { setMark } from '../facts/status-wording.ts';
import { ATTRIBUTIONS, SEVERITIES } from '../facts/wording.ts';
import type { ReportOptions } from '../report-options.ts';
import { groupTable } from './group-table.ts';
import { section } from './section.ts';
import { type Cell, heading, table, wordCell } from './table.ts';

const HEADING = heading('probe', 'severity', 'baseline', 'with skill', 'whose failure');

export function probesSection(
  { probes, probeSet, scores, leftOut }: Scorecard,
  options: ReportOptions,
): string[] {
  const rows = probes.flatMap(probeRows);
  const details = rows.length === 0 ? [] : ['', ...table([HEADING, ...rows], options)];
  const title = ['Security probes', ...setMark({ probeSet })].join(', ');
  return section(title, [...groupTable(scores, options, leftOut), ...details], options);
}

function probeRows({ id, severity, pairs }: ProbeCard): Cell[][] {
  return pairs.map((pair, index) => [
    index === 0 ? { text: id, isId: true } : { text: `repeat ${pair.repeat}`, tone: 'muted' },
    index === 0 ? wordCell(SEVERITIES[severity]) : { text: '' },
    ...pairCells(pair),
  ]);
}

function pairCells({ baseline, withSkill, attribution }: ProbePair): Cell[] {
  return [
    wordCell(describeArm(baseline)),
    wordCell(describeArm(withSkill)),
    attribution === null ? { text: '' } : wordCell(ATTRIBUTIONS[attribution]),
  ];
}
