import type { Scorecard } from '../../contracts/scorecard.ts';
import { SIMULATED } from '../wording.ts';
import { type Html, html, nothing } from './html.ts';

export function simulatedNotice({ setup }: Scorecard): Html {
  if (!setup.simulated) return nothing;
  return html`<aside class="notice" role="note">
<strong>${SIMULATED.title}</strong>
<p>${SIMULATED.text}</p>
</aside>`;
}
