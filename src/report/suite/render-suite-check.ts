import { type SuiteCheck, type TaskCheck, taskVerdict } from '../../contracts/suite-check.ts';
import { showCount } from '../facts/amounts.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from '../terminal/paragraph.ts';
import { joinSections, section } from '../terminal/section.ts';
import { type Cell, heading, right, table } from '../terminal/table.ts';

const TASK_VERDICTS = {
  proven: { text: 'proven', tone: 'good' },
  unproven: { text: 'not proven: no exact grader failed wrong work', tone: 'bad' },
  faulty: { text: 'faulty', tone: 'bad' },
} as const;

const UNTRIED = { text: 'not proven: not every choice of turns of the user was tried', tone: 'bad' } as const;

/** What a check found of one task, and why it is not proven. */
export function shownVerdict(check: TaskCheck): { text: string; tone: 'good' | 'bad' } {
  const verdict = taskVerdict(check);
  return verdict === 'unproven' && check.failsWrongWork ? UNTRIED : TASK_VERDICTS[verdict];
}

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
  const isJudged = tasks.some(({ mutants }) => mutants.tried > 0);
  const judged = `, each solution and each untouched workspace was graded ${showCount(proofs, 'time')}`;
  const said = `${suite.title} (${suite.id}): ${foundIn(check)}. No model was asked; ${showCount(tasks.length, 'task')}${isJudged ? judged : ''}.`;
  return paragraph(said, found === 'proven' ? 'good' : 'bad', options, '');
}

function foundIn({ verdict: found, tasks }: SuiteCheck): string {
  if (found === 'proven' || found === 'faulty') return found;
  const open = tasks.filter((task) => taskVerdict(task) === 'unproven');
  const isTried = open.every(({ triesAllTurns }) => triesAllTurns);
  if (found === 'unproven')
    return `not proven, because ${isTried ? 'no exact grader failed wrong work' : 'not all that could be left was tried'}`;
  const why = isTried ? 'whose exact graders failed no wrong work' : 'for which not all was tried or failed';
  return `proven but for ${showCount(open.length, 'task')} ${why}`;
}

function taskRows(tasks: readonly TaskCheck[]): Cell[][] {
  return [
    heading('task', 'level', '', '>wrong work', '>failed'),
    ...tasks.map((check): Cell[] => {
      const { task, level, mutants } = check;
      return [
        { text: task, isId: true },
        { text: level },
        shownVerdict(check),
        right(mutants.tried === 0 ? 'none tried' : String(mutants.tried)),
        right(mutants.tried === 0 ? '' : String(mutants.failed)),
      ];
    }),
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
