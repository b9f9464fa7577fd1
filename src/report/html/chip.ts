import type { Wording } from '../facts/wording.ts';
import { type Html, html } from './html.ts';

export function chip({ label, tone }: Wording): Html {
  return html`<span class="chip ${tone}">${label}</span>`;
}

/** A word in its tone, without the frame. */
export function word({ label, tone }: Wording): Html {
  return html`<span class="word ${tone}">${label}</span>`;
}

/** The same as a way to another place on the page. */
export function wordLink({ label, tone }: Wording, anchor: string): Html {
  return html`<a class="word ${tone}" href="#${anchor}">${label}</a>`;
}
