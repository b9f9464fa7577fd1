import type { MatrixRun, MatrixSummary } from '../../contracts/matrix.ts';
import { nameAgent, nameSetup } from '../facts/agent-facts.ts';
import { NOT_KNOWN, NOT_MEASURED, showCount } from '../facts/amounts.ts';
import type { ReportOptions } from '../report-options.ts';
import { answerNotices } from '../terminal/answer-notices.ts';
import { paragraph } from '../terminal/paragraph.ts';
import { joinSections, section } from '../terminal/section.ts';
import { type Cell, heading, right, table, wordCell } from '../terminal/table.ts';
import { agentOfRun, budgetNotes, MATRIX_COLUMNS, modelOfRun, statusOf } from './matrix-columns.ts';

/** One line for each agent and model of a matrix, and where its scorecard is. */
export function renderMatrix(summary: MatrixSummary, resultsDir: string, options: ReportOptions): string {
  const { suite, skill, seed, repeats, leftOut, replayed, runs } = summary;
  const labels = MATRIX_COLUMNS.map(({ label }) => `>${label}`);
  const rows = [heading('agent and model', ...labels, 'status'), ...runs.map((run) => rowOf(run, replayed))];
  const simulated = runs.some(({ setup }) => setup.simulated);
  return joinSections([
    answerNotices({ setup: { simulated }, replayed, leftOut }, options),
    section(
      `${skill.name}: ${suite.title}, ${showCount(repeats, 'repeat')}, seed ${seed}`,
      [...table(rows, options), ...budgetNotes(summary).flatMap((note) => paragraph(note, 'warn', options))],
      options,
    ),
    section(
      'Scorecards',
      table(
        runs.map((run) => placeOf(run, resultsDir)),
        options,
      ),
      options,
    ),
    problemsOf(runs, options),
  ]);
}

/** Runs are compared down a column: where the terminal is narrow, the names stand on lines of their own above the numbers. */
function rowOf(run: MatrixRun, replayed: boolean): Cell[] {
  const name = `${agentOfRun(run)}, ${modelOfRun(run, replayed)}`;
  const numbers = MATRIX_COLUMNS.map(({ show }) =>
    right(run.result === null ? UNKNOWN : short(show(run.result))),
  );
  return [{ text: name, isId: true }, ...numbers, wordCell(statusOf(run))];
}

const UNKNOWN = '–';

/** There is no room for words in columns of numbers. */
function short(shown: string): string {
  return shown === NOT_MEASURED || shown === NOT_KNOWN ? UNKNOWN : shown;
}

function placeOf({ runId, setup, result }: MatrixRun, resultsDir: string): Cell[] {
  const name = { text: `${nameAgent(setup)}, ${setup.model}` };
  return [name, { text: result === null ? `run ${runId}` : `${resultsDir}/${result.page}` }];
}

function problemsOf(runs: readonly MatrixRun[], options: ReportOptions): string[] {
  const problems = runs.flatMap(({ setup, problem }) =>
    problem === null ? [] : paragraph(`${nameSetup(setup)}: ${problem}`, 'bad', options),
  );
  return section('Not finished', problems, options);
}
