import type { LeftOut } from '../../contracts/left-out.ts';
import type { Scorecard } from '../../contracts/scorecard.ts';
import { sourceNotices } from '../facts/answer-source.ts';
import { leftOutNotice } from '../facts/left-out-notice.ts';
import { standingNotice } from '../facts/standing-notice.ts';
import { type Html, html } from './html.ts';

type Answered = { setup: { simulated: boolean }; replayed: boolean; leftOut: LeftOut };

export function answerNotices({ setup: { simulated }, replayed, leftOut }: Answered): Html[] {
  return [...sourceNotices({ simulated, replayed }), ...leftOutNotice(leftOut)].map((notice) =>
    aside(notice, 'warn'),
  );
}

export function standingNotices({ standing }: Scorecard): Html[] {
  return standingNotice(standing).map((notice) => aside(notice, 'bad'));
}

function aside({ title, text }: { title: string; text: string }, tone: 'warn' | 'bad'): Html {
  return html`<aside class="notice ${tone}" role="note">
<strong>${title}</strong>
<p>${text}</p>
</aside>`;
}
