import { printable, printableLines } from '../../base/printable.ts';

/** Markup that may stand in a page as it is. Only `html` makes it, so text gets into a page only escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Part = Html | string | number | readonly Part[];

/** A template whose parts are escaped, unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(render)));
}

/** Text whose lines and indentation mean something, for an element that keeps them. */
export function literal(text: string): Html {
  return new Html(printableLines(text).map(escapedCharacters).join('\n'));
}

export const nothing = new Html('');

function render(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string') return escaped(part);
  return typeof part === 'number' ? String(part) : part.map(render).join('');
}

/** Safe in an element and in a quoted attribute, which are the only places where templates put a part. */
function escaped(text: string): string {
  return escapedCharacters(printable(text));
}

function escapedCharacters(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
