import type { Wording } from '../facts/wording.ts';
import { type Html, html } from './html.ts';

export function chip({ label, tone }: Wording): Html {
  return html`<span class="chip ${tone}">${label}</span>`;
}

/** Shows a word in its tone, without the frame of a chip. */
export function word({ label, tone }: Wording): Html {
  return html`<span class="word ${tone}">${label}</span>`;
}

/** Shows a word in its tone as a link to another place on the page. */
export function wordLink({ label, tone }: Wording, anchor: string): Html {
  return html`<a class="word ${tone}" href="#${anchor}">${label}</a>`;
}
