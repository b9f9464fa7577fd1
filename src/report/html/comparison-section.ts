import type { Comparison, Scorecard } from '../../contracts/scorecard.ts';
import { showSeconds, showTokens, showUsd } from '../facts/amounts.ts';
import { type Count, comparisonCounts } from '../facts/comparison-facts.ts';
import { type Html, html, nothing } from './html.ts';
import { bar } from './scale.ts';

export function comparisonSection({ comparison }: Scorecard): Html {
  return html`<section>
<h2>Beside the utility score</h2>
<p class="gloss">One mean can hide harm. These are counted over every pair of trials: one without the skill, one with it.</p>
<ul class="counts">
${comparisonCounts(comparison).map(countTile)}
</ul>
<div class="costs">
${costBlock('Mean tokens of a trial', comparison.meanTokens, showTokens)}
${costBlock('Mean time of a trial', comparison.meanSeconds, showSeconds)}
${costBlock('Mean cost of a trial', comparison.meanCostUsd, showUsd)}
</div>
</section>`;
}

function countTile({ label, count, meaning, tone }: Count): Html {
  return html`<li class="${tone}"><b>${count}</b><span>${label}</span><small>${meaning}</small></li>
`;
}

type Means = Comparison['meanTokens'];

function costBlock(title: string, means: Means, show: (value: number | null) => string): Html {
  const most = Math.max(means.baseline ?? 0, means.withSkill ?? 0);
  return html`<div class="cost">
<h3>${title}</h3>
${costRow('baseline', means.baseline, most, show)}
${costRow('with skill', means.withSkill, most, show)}
</div>
`;
}

function costRow(
  label: string,
  value: number | null,
  most: number,
  show: (value: number | null) => string,
): Html {
  const drawn = value === null || most === 0 ? nothing : bar((value / most) * 100, 'plain');
  return html`<p><span>${label}</span><b>${show(value)}</b>${drawn}</p>`;
}
