import type { Scorecard } from '../../contracts/scorecard.ts';
import { type Html, html } from './html.ts';

export function masthead({ skill, setup, createdAt }: Scorecard): Html {
  return html`<header class="masthead">
<p class="eyebrow">Assay scorecard</p>
<h1>${skill.name}</h1>
<p class="lede">${skill.description}</p>
<p class="byline"><span>${setup.agent} with ${setup.model}</span><time datetime="${createdAt}">${createdAt.slice(0, 10)}</time></p>
</header>`;
}
