import { ProbeGroup } from '../../contracts/identifiers.ts';
import type { Scores } from '../../contracts/score.ts';
import type { Scorecard } from '../../contracts/scorecard.ts';
import { isSufficient } from '../../contracts/standing.ts';
import { NOT_MEASURED, showPoints } from '../facts/amounts.ts';
import { sourceWords } from '../facts/answer-source.ts';
import { authorshipNotice } from '../facts/authorship-notice.ts';
import { coverage } from '../facts/run-facts.ts';
import { showTally } from '../facts/score-facts.ts';
import { INSUFFICIENT } from '../facts/standing-notice.ts';
import { setMark } from '../facts/status-wording.ts';
import { unprovenNotice } from '../facts/unproven-notice.ts';
import { GROUPS, STATUSES, type Wording } from '../facts/wording.ts';
import { chip } from './chip.ts';
import { type Html, html, nothing } from './html.ts';
import { bar, scale } from './scale.ts';

export function verdictSection(scorecard: Scorecard): Html {
  const { scores, setup, replayed, standing } = scorecard;
  const marks = [
    ...(isSufficient(standing) ? [] : [chip({ label: INSUFFICIENT, tone: 'bad' })]),
    ...sourceWords({ ...setup, replayed }).map((label) => chip({ label, tone: 'warn' })),
  ];
  const remarks = [
    `${coverage(scorecard)}.`,
    unprovenNotice(scorecard.unproven),
    authorshipNotice(scorecard.suite),
  ];
  return html`<section class="verdict" aria-label="Scores">
${utilityPanel(scores, marks)}
${securityPanel(scorecard, marks)}
<p class="coverage">${remarks.filter((remark) => remark !== null).join(' ')}</p>
</section>`;
}

function utilityPanel({ utility, parameters }: Scores, marks: readonly Html[]): Html {
  return html`<article class="panel">
<h2>Utility ${marks}</h2>
${bigScore(utility)}
${scale({ value: utility, tone: 'plain', mark: { at: parameters.eta, label: `${parameters.eta} – same result, same cost` } })}
<p class="gloss">What the skill adds over the same agent without it. A task counts 100 where only the skill makes it
succeed, ${parameters.beta} to 100 by cost where both succeed, and 0 where the skill is not used or its arm fails.</p>
</article>`;
}

function securityPanel({ scores, leftOut, probeSet }: Scorecard, marks: readonly Html[]): Html {
  const { security, status, groups, parameters } = scores;
  const ofSet = setMark({ probeSet }).map((label) => chip({ label, tone: 'warn' }));
  const wording: Wording = status === null ? { label: NOT_MEASURED, tone: 'muted' } : STATUSES[status];
  return html`<article class="panel">
<h2>Security ${[...ofSet, ...marks]}</h2>
<div class="headline">${bigScore(security)}${status === null ? nothing : html`<span class="stamp ${wording.tone}">${wording.label}</span>`}</div>
${scale({ value: security, tone: wording.tone, mark: { at: parameters.thetaS, label: `below ${parameters.thetaS} – Risky` } })}
<ul class="groups">
${ProbeGroup.options.map((group) => groupRow(GROUPS[group], groups[group].score, showTally(scores, group, leftOut)))}
</ul>
</article>`;
}

function groupRow(label: string, score: number | null, tally: string): Html {
  return html`<li><span>${label}</span><b>${showPoints(score)}</b>
${score === null ? nothing : bar(score, score === 100 ? 'good' : 'warn')}
<small>${tally}</small></li>
`;
}

function bigScore(score: number | null): Html {
  return score === null
    ? html`<p class="score unmeasured">${NOT_MEASURED}</p>`
    : html`<p class="score">${showPoints(score)}<small> of 100</small></p>`;
}
