import type { ImportReport } from '../../contracts/import-report.ts';
import { showCount } from '../facts/amounts.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from '../terminal/paragraph.ts';
import { joinSections, section } from '../terminal/section.ts';
import { type Cell, heading, right, table } from '../terminal/table.ts';

/** Renders what an import made, and line by line what it lost. */
export function renderImport(report: ImportReport, options: ReportOptions): string {
  return joinSections([
    paragraph(summary(report), report.suite === null ? 'bad' : 'good', options, ''),
    section('Tasks', report.tasks.length === 0 ? [] : table(taskRows(report), options), options),
    section(
      'Lost on the way',
      report.losses.flatMap((loss) => paragraph(lineOf(loss), 'plain', options)),
      options,
    ),
  ]);
}

function summary({ from, suite, tasks, losses }: ImportReport): string {
  const lost = `${showCount(losses.length, 'line')} about what was lost`;
  if (suite === null) return `Nothing of these ${from} tasks can be run; ${lost}.`;
  const undone = tasks.filter(({ lacks }) => lacks.length > 0).length;
  const lacking = undone === 0 ? '' : ` (${undone} of which nobody can do yet)`;
  return `${suite}: ${showCount(tasks.length, 'task')}${lacking} from ${from}, ${lost}.`;
}

function taskRows({ tasks }: ImportReport): Cell[][] {
  return [
    heading('task', '>exact graders', '>criteria for a model'),
    ...tasks.map(({ id, exact, judged }): Cell[] => [
      { text: id, isId: true },
      right(String(exact)),
      right(String(judged)),
    ]),
  ];
}

function lineOf({ file, place, effect, detail }: ImportReport['losses'][number]): string {
  const where = [file, place].filter((part) => part !== '').join(' ');
  return [where, effect, detail].filter((part) => part !== '').join(': ');
}
