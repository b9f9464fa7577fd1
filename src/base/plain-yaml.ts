import { parseDocument, visit } from 'yaml';

/**
 * A YAML text in which each string is written as the value that a program takes it for: in one line, without quotation marks
 * and escapes. Every line keeps its number. Null if the text is no YAML.
 */
export function plainYaml(text: string): string | null {
  const strings: { start: number; end: number; value: string }[] = [];
  try {
    const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false });
    visit(document, {
      Scalar(_key, { value, range }) {
        if (typeof value === 'string' && range) strings.push({ start: range[0], end: range[1], value });
      },
    });
  } catch {
    // The parser can overflow its stack. Nobody else reads such a text either.
    return null;
  }
  let plain = '';
  let at = 0;
  for (const { start, end, value } of strings.toSorted((one, other) => one.start - other.start)) {
    if (start < at) continue;
    const source = text.slice(start, end);
    const lines = source.split('\n').length - 1;
    // Where a bracket is next to a quotation mark, a blank keeps the value apart from it.
    const isApart = /(?:^|\s)$/.test(text.slice(Math.max(0, start - 1), start));
    const oneLine = value
      .split('\n')
      .map((line) => line.trim())
      .join(' ')
      .trimEnd();
    plain += `${text.slice(at, start)}${isApart ? '' : ' '}${oneLine}${'\n'.repeat(lines)}`;
    at = end;
  }
  return plain + text.slice(at);
}
