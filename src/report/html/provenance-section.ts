import type { Scorecard } from '../../contracts/scorecard.ts';
import { provenance } from '../facts/run-facts.ts';
import { type Html, html } from './html.ts';

export function provenanceSection(scorecard: Scorecard): Html {
  return html`<section>
<h2>Provenance</h2>
<dl class="provenance">
${provenance(scorecard).map(
  ({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>
`,
)}
</dl>
</section>`;
}
