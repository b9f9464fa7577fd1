import type { Scorecard } from '../../contracts/scorecard.ts';
import { UNGRADED_REASONS } from '../facts/wording.ts';
import { type Html, html, nothing } from './html.ts';

export function ungradedSection({ ungraded }: Scorecard): Html {
  if (ungraded.length === 0) return nothing;
  return html`<section>
<h2>Trials that could not be graded</h2>
<p class="gloss">A fault of the harness or its surroundings is never a score, so these are in no mean.</p>
<ul class="entries">
${ungraded.map(
  ({
    trial,
    reason,
    detail,
  }) => html`<li><b>${UNGRADED_REASONS[reason]}</b> <span class="id">${trial}</span>${detail.split('\n').map((line) => html`<p>${line}</p>`)}</li>
`,
)}
</ul>
</section>`;
}
