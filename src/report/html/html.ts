import { printable, printableLines } from '../../base/printable.ts';

/**
 * Markup that can be put into a page unchanged. Only `html` makes it, so any other text in a page is escaped.
 */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Part = Html | string | number | readonly Part[];

/** A template tag that escapes its parts, unless they are markup already. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(render)));
}

/** Text in which line breaks and indentation matter, for an element that preserves them. */
export function literal(text: string): Html {
  return new Html(printableLines(text).map(escapedCharacters).join('\n'));
}

export const nothing = new Html('');

function render(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string') return escaped(part);
  return typeof part === 'number' ? String(part) : part.map(render).join('');
}

/** The result is safe in elements and in quoted attributes, the only places where templates put a part. */
function escaped(text: string): string {
  return escapedCharacters(printable(text));
}

function escapedCharacters(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
