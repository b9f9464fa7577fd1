import { visible } from '../../base/visible.ts';
import type { Finding } from '../../contracts/finding.ts';
import type { Scorecard } from '../../contracts/scorecard.ts';
import { SEVERITIES } from '../facts/wording.ts';
import { chip } from './chip.ts';
import { type Html, html } from './html.ts';

export function findingsSection({ findings }: Scorecard): Html {
  return html`<section>
<h2>Static findings</h2>
${findings.length === 0 ? html`<p class="gloss">None.</p>` : html`<ul class="entries">${findings.map(findingItem)}</ul>`}
</section>`;
}

function findingItem(finding: Finding): Html {
  const { severity, title, rule, file, line, column, excerpt, why, remedy, owasp } = finding;
  return html`<li>${chip(SEVERITIES[severity])} <b>${title}</b>
<p class="id">${[rule, ...owasp].join(' · ')}</p>
<p class="id">${visible(file)}:${line}:${column}</p>
<pre><code>${excerpt}</code></pre>
<p>${why}</p>
<p><b>Remedy:</b> ${remedy}</p></li>
`;
}
