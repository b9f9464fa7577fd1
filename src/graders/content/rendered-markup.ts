const TAG = /<\/?[A-Za-z][^<>]*>/g;
const LINK_TARGET = /\]\([^()\n]*\)/g;
const SIGNS = /[*_`~\\[\]]/g;
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(nbsp|ensp|emsp|thinsp|shy|zwj|zwnj));/g;

const NAMED: Readonly<Record<string, string>> = {
  thinsp: '\u2009',
  shy: '\u00ad',
  zwj: '\u200d',
  zwnj: '\u200c',
};
const LAST_CODE_POINT = 0x10ffff;

/** Roughly what a viewer of Markdown or HTML leaves of a text: no tags, comments, signs of emphasis or targets of links. */
export function renderedMarkup(text: string): string {
  return withoutComments(text)
    .replace(/<br\b[^<>]*>/gi, '\n')
    .replace(TAG, '')
    .replace(LINK_TARGET, '')
    .replace(SIGNS, '')
    .replace(REFERENCE, (_all, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? ' ';
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '\ufffd';
    });
}

/** A comment that never ends goes on to the end of the text. */
function withoutComments(text: string): string {
  const [before = '', ...parts] = text.split('<!--');
  const kept = [before];
  for (const part of parts) {
    const end = part.indexOf('-->');
    if (end !== -1) kept.push(part.slice(end + '-->'.length));
  }
  return kept.join('');
}
