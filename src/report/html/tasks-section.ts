import { DEAD_ZONE } from '../../contracts/cost-change.ts';
import type { Scorecard, TaskCard, TaskPair } from '../../contracts/scorecard.ts';
import { showPoints } from '../facts/amounts.ts';
import { costChange, describeOutcome, secondsChange, tokensChange } from '../facts/pair-facts.ts';
import { findTaskScore, whyLeftOut } from '../facts/score-facts.ts';
import { type Anchors, armWord } from './arm-word.ts';
import { chip } from './chip.ts';
import { type Html, html, nothing } from './html.ts';
import { trialDetails } from './trial-details.ts';

export function tasksSection({ tasks, scores, leftOut }: Scorecard, anchors: Anchors): Html {
  return html`<section>
<h2>Tasks</h2>
<p class="gloss">Every task runs in fresh sandboxes without the skill and with it. Costs read baseline → with skill.
Two trials of the same thing differ by chance, so tokens within a factor of ${DEAD_ZONE.tokens}, and times within a factor of ${DEAD_ZONE.time}, are called similar.</p>
<table>
<thead><tr><th scope="col">Task</th><th scope="col">Baseline</th><th scope="col">With skill</th><th scope="col" class="number">Tokens</th><th scope="col" class="number">Time</th><th scope="col" class="number">Cost</th><th scope="col" class="outcome">Outcome</th><th scope="col" class="number">Score</th></tr></thead>
${tasks.map((task) => taskBody(task, { scores, leftOut }, anchors))}
</table>
</section>`;
}

function taskBody(
  task: TaskCard,
  { scores, leftOut }: Pick<Scorecard, 'scores' | 'leftOut'>,
  anchors: Anchors,
): Html {
  const score = findTaskScore(scores, task.id);
  const why = score === null ? '' : whyLeftOut(score, leftOut);
  return html`<tbody>
<tr class="title"><th scope="rowgroup" colspan="7">${task.id} <span class="level">${task.level}</span><p>${task.objective}</p>
${why === '' ? nothing : html`<p class="left-out">${why}</p>`}</th>
<td class="number total" data-label="Score">${showPoints(score?.score ?? null)}</td></tr>
${task.pairs.map((pair) => pairRow(pair, task.pairs.length, anchors))}
<tr class="more"><td colspan="8">${trialDetails(task.pairs.map(describePair), anchors)}</td></tr>
</tbody>
`;
}

function pairRow(pair: TaskPair, repeats: number, anchors: Anchors): Html {
  return html`<tr><td class="repeat">${repeats === 1 ? '' : `repeat ${pair.repeat}`}</td>
<td data-label="Baseline">${armWord(pair.baseline, anchors)}</td>
<td data-label="With skill">${armWord(pair.withSkill, anchors)}</td>
<td data-label="Tokens" class="number">${tokensChange(pair)}</td>
<td data-label="Time" class="number">${secondsChange(pair)}</td>
<td data-label="Cost" class="number">${costChange(pair)}</td>
<td data-label="Outcome" class="outcome" colspan="2">${describeOutcome(pair).map(chip)}</td></tr>
`;
}

function describePair(pair: TaskPair) {
  const use = pair.invocation ?? (pair.withSkill === null ? 'not run' : 'not seen');
  return { ...pair, note: `Use of the skill: ${use}` };
}
