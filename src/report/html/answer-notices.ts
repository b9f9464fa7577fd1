import type { Scorecard } from '../../contracts/scorecard.ts';
import { answerNotices as noticesOf } from '../answer-source.ts';
import { leftOutNotice } from '../left-out-notice.ts';
import { type Html, html } from './html.ts';

export function answerNotices({ setup: { simulated }, replayed, leftOut }: Scorecard): Html[] {
  return [...noticesOf({ simulated, replayed }), ...leftOutNotice(leftOut)].map(
    ({ title, text }) => html`<aside class="notice" role="note">
<strong>${title}</strong>
<p>${text}</p>
</aside>`,
  );
}
