import type { MatrixRun, MatrixSummary } from '../../contracts/matrix.ts';
import { nameAgent, nameSetup } from '../facts/agent-facts.ts';
import { showCount } from '../facts/amounts.ts';
import type { ReportOptions } from '../report-options.ts';
import { answerNotices } from '../terminal/answer-notices.ts';
import { paragraph } from '../terminal/paragraph.ts';
import { joinSections, section } from '../terminal/section.ts';
import { type Cell, heading, right, table, wordCell } from '../terminal/table.ts';
import { agentOfRun, MATRIX_COLUMNS, modelOfRun, statusOf } from './matrix-columns.ts';

/** One line for each agent and model of a matrix, and where its scorecard is. */
export function renderMatrix(summary: MatrixSummary, resultsDir: string, options: ReportOptions): string {
  const { suite, skill, seed, repeats, leftOut, runs } = summary;
  const labels = MATRIX_COLUMNS.map(({ label }) => `>${label}`);
  const rows = [heading('agent', 'model', ...labels, 'status'), ...runs.map(rowOf)];
  const simulated = runs.some(({ setup }) => setup.simulated);
  return joinSections([
    answerNotices({ setup: { simulated }, replayed: false, leftOut }, options),
    section(
      `${skill.name}: ${suite.title}, ${showCount(repeats, 'repeat')}, seed ${seed}`,
      table(rows, options),
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

function rowOf(run: MatrixRun): Cell[] {
  const shown = MATRIX_COLUMNS.map(({ show }) => right(run.result === null ? '–' : show(run.result)));
  return [{ text: agentOfRun(run) }, { text: modelOfRun(run) }, ...shown, wordCell(statusOf(run))];
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
