import type { Openings } from '../../contracts/opening.ts';
import type { Scorecard } from '../../contracts/scorecard.ts';
import { showCount } from '../facts/amounts.ts';
import { OPENING_LEGEND, openingFacts, openingRows, unexplained } from '../facts/opening-facts.ts';
import { type Html, html, literal, nothing } from './html.ts';

/** Shows what the agent told its model in each arm before it could have learned anything. */
export function openingsSection({ openings }: Scorecard): Html {
  if (openings === undefined) return nothing;
  const isOpen = unexplained(openings.differences).length > 0;
  const [fact] = openingFacts(openings);
  return html`<section>
<h2>First requests of the two arms</h2>
<p class="gloss">Compared before the model had said anything: ${fact?.value ?? ''}. Tools of the baseline: ${openings.tools.join(', ') || 'none'}.</p>
<details${isOpen ? html` open` : nothing}><summary>What differs (${OPENING_LEGEND})</summary>
<ul class="entries">
${openings.differences.map(differenceItem)}${entryItem(openings)}
</ul></details>
</section>`;
}

function differenceItem({ around, place, pairs, ...texts }: Openings['differences'][number]): Html {
  const where = around === 'listing' ? 'around the entry of the skill' : 'not explained by the skill';
  const rows = openingRows(texts).map(
    ({ mark, text, tone }) => html`<span class="${tone}">${literal(`${mark} ${text}`)}</span>
`,
  );
  return html`<li><p><span class="id">${place}</span>, ${where}, in ${showCount(pairs, 'pair')}</p>
<pre class="difference">${rows}</pre></li>
`;
}

function entryItem({ entry }: Openings): Html {
  if (entry.length === 0) return nothing;
  return html`<li><p>The entry of the skill</p>
<pre class="difference">${entry.map(
    ({ text }) => html`<span class="muted">${literal(`+ ${text}`)}</span>
`,
  )}</pre></li>
`;
}
