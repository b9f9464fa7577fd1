import type { MatrixRun, MatrixSummary } from '../../contracts/matrix.ts';
import { nameSetup } from '../facts/agent-facts.ts';
import { showCount } from '../facts/amounts.ts';
import { answerNotices } from '../html/answer-notices.ts';
import { word } from '../html/chip.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../html/page.ts';
import { agentOfRun, budgetNotes, MATRIX_COLUMNS, modelOfRun, statusOf } from './matrix-columns.ts';

/** The summary of a matrix as a page, with links to the scorecards of its runs in the folders beside its own. */
export function renderMatrixHtml(summary: MatrixSummary): string {
  const { suite, skill, seed, repeats, leftOut, replayed, runs } = summary;
  const simulated = runs.some(({ setup }) => setup.simulated);
  const labels = MATRIX_COLUMNS.map(({ label }) => html`<th scope="col" class="number">${label}</th>`);
  const content = html`<header class="masthead">
<p class="eyebrow">Assay summary</p>
<h1>${skill.name}</h1>
<p class="lede">${skill.description}</p>
<p class="byline"><span>${suite.title}</span><span>seed ${seed}</span><span>${showCount(repeats, 'repeat')}</span></p>
</header>
${answerNotices({ setup: { simulated }, replayed, leftOut })}
<section>
<h2>Agents and models</h2>
<p class="gloss">The same trials in the same order, each time with another agent or model. Tokens and time are those of a mean trial,
baseline → with skill; cost is that of the whole run. The agent leads to the scorecard of its run.</p>
<table>
<thead><tr><th scope="col">Agent</th><th scope="col">Model</th>${labels}<th scope="col">Status</th></tr></thead>
<tbody>
${runs.map((run) => rowOf(run, replayed))}
</tbody>
</table>
${notesOn(summary).map((note) => html`<p class="reason">${note}</p>`)}
</section>`;
  return `${page(`${skill.name} – Assay summary`, content).markup}\n`;
}

function rowOf(run: MatrixRun, replayed: boolean): Html {
  const cells = MATRIX_COLUMNS.map(
    ({ label, show }) =>
      html`<td data-label="${label}" class="number">${run.result === null ? '–' : show(run.result)}</td>`,
  );
  return html`<tr><td>${linkTo(run)}</td><td>${modelOfRun(run, replayed)}</td>${cells}
<td data-label="Status">${word(statusOf(run))}</td></tr>
`;
}

function linkTo(run: MatrixRun): Html {
  const agent = agentOfRun(run);
  return run.result === null ? html`${agent}` : html`<a href="../${run.result.page}">${agent}</a>`;
}

/** What the budget of all runs kept from being run, and why runs are not finished. */
function notesOn(summary: MatrixSummary): string[] {
  const problems = summary.runs.flatMap(({ setup, problem }) =>
    problem === null ? [] : [`${nameSetup(setup)}: ${problem}`],
  );
  return [...budgetNotes(summary), ...problems];
}
