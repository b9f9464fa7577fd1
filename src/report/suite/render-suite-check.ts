import { type SuiteCheck, type TaskCheck, taskVerdict } from '../../contracts/suite-check.ts';
import { showCount } from '../facts/amounts.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from '../terminal/paragraph.ts';
import { joinSections, section } from '../terminal/section.ts';
import { type Cell, heading, right, table } from '../terminal/table.ts';

export const TASK_VERDICTS = {
  proven: { text: 'proven', tone: 'good' },
  unproven: { text: 'not proven: no exact grader failed wrong work', tone: 'bad' },
  faulty: { text: 'faulty', tone: 'bad' },
} as const;

/** Renders what a check of a suite found. */
export function renderSuiteCheck(check: SuiteCheck, options: ReportOptions): string {
  const problems = check.problems.map(({ fault, detail }) => `${fault}: ${detail}`);
  return joinSections([
    verdict(check, options),
    section('Tasks', table(taskRows(check.tasks), options), options),
    section('Problems', [...lines(problems, 'bad', options), ...taskProblems(check, options)], options),
    section('Weak checks: wrong work that passes', weakChecks(check, options), options),
    section('Warnings', lines(check.warnings, 'plain', options), options),
    section('What this suite can show', lines(resolution(check), 'plain', options), options),
  ]);
}

function verdict(check: SuiteCheck, options: ReportOptions): string[] {
  const { suite, verdict: found, proofs, tasks } = check;
  const judged = `each solution and each untouched workspace was graded ${showCount(proofs, 'time')}`;
  const said = `${suite.title} (${suite.id}): ${foundIn(check)}. No model was asked; ${showCount(tasks.length, 'task')}, ${judged}.`;
  return paragraph(said, found === 'proven' ? 'good' : 'bad', options, '');
}

function foundIn({ verdict: found, tasks }: SuiteCheck): string {
  if (found === 'proven' || found === 'faulty') return found;
  const count = tasks.filter((task) => taskVerdict(task) === 'unproven').length;
  return found === 'unproven'
    ? 'not proven, because no exact grader failed wrong work'
    : `proven but for ${showCount(count, 'task')} whose exact graders failed no wrong work`;
}

function taskRows(tasks: readonly TaskCheck[]): Cell[][] {
  return [
    heading('task', 'level', '', '>wrong work', '>failed'),
    ...tasks.map(({ task, level, mutants, ...found }): Cell[] => [
      { text: task, isId: true },
      { text: level },
      TASK_VERDICTS[taskVerdict(found)],
      right(mutants.tried === 0 ? 'none tried' : String(mutants.tried)),
      right(mutants.tried === 0 ? '' : String(mutants.failed)),
    ]),
  ];
}

function taskProblems({ tasks }: SuiteCheck, options: ReportOptions): string[] {
  return tasks.flatMap(({ task, problems }) =>
    lines(
      problems.map(({ fault, detail }) => `${task}: ${fault}: ${detail}`),
      'bad',
      options,
    ),
  );
}

function weakChecks({ tasks }: SuiteCheck, options: ReportOptions): string[] {
  return tasks.flatMap(({ task, weak }) =>
    lines(
      weak.map((what) => `${task}: ${what}`),
      'plain',
      options,
    ),
  );
}

/** What can be shown at all, if the skill changes some tasks from always failing to always passing, or back. */
function resolution({ tasks, resolution: needed }: SuiteCheck): string[] {
  return needed.map(({ repeats, tasks: changed }) => {
    const enough =
      changed > tasks.length ? ` This suite has ${showCount(tasks.length, 'task')}, which is too few.` : '';
    return `With ${showCount(repeats, 'repeat')}: the skill has to change the outcome of at least ${showCount(changed, 'task')}, every time, for a difference at the 5 % level.${enough}`;
  });
}

function lines(texts: readonly string[], tone: 'bad' | 'plain', options: ReportOptions): string[] {
  return texts.flatMap((text) => paragraph(text, tone, options));
}
