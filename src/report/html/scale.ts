import type { Tone } from '../facts/wording.ts';
import { type Html, html, nothing } from './html.ts';

type Scale = {
  /** 0 to 100, or null for an empty scale. */
  value: number | null;
  tone: Tone;
  mark: { at: number; label: string };
};

const WIDTH = 400;

/**
 * Draws where a score lies between 0 and 100, and the point to compare it with. The number is beside it as
 * text.
 */
export function scale({ value, tone, mark }: Scale): Html {
  const at = (mark.at / 100) * WIDTH;
  return html`<svg class="scale" viewBox="0 0 ${WIDTH} 40" aria-hidden="true">
<rect class="track" x="0" y="6" width="${WIDTH}" height="10" rx="5"/>
${value === null ? nothing : html`<rect class="fill ${tone}" x="0" y="6" width="${(value / 100) * WIDTH}" height="10" rx="5"/>`}
<rect class="mark" x="${at - 1}" y="1" width="2" height="20"/>
<text x="${at}" y="36" text-anchor="${anchor(mark.at)}">${mark.label}</text>
</svg>`;
}

/** Keeps the label within the drawing. */
function anchor(at: number): string {
  if (at < 20) return 'start';
  return at > 70 ? 'end' : 'middle';
}

/** Draws a bar without a mark, as long as its share of 100. */
export function bar(share: number, tone: Tone): Html {
  return html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
<rect class="track" width="100" height="4"/><rect class="fill ${tone}" width="${share}" height="4"/>
</svg>`;
}
