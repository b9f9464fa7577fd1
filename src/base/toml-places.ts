const HEADER = /^\s*(\[\[?)([^\][#]+)\]\]?\s*(?:#.*)?$/;
const KEY = /^(\s*)((?:[\w-]+|"[^"\n]*"|'[^'\n]*')(?:\s*\.\s*(?:[\w-]+|"[^"\n]*"|'[^'\n]*'))*)\s*=/;
const PART = /[\w-]+|"[^"\n]*"|'[^'\n]*'/g;
/** No real file has deeper names, and each of them would be kept with all those above it. */
const MAX_PARTS = 20;

type Step = string | number;

/**
 * Finds the tables and keys of a TOML text, as line and column, by the JSON of their path. What stands in the middle of
 * a line, as in an inline table, is not found: its key is near enough for a message.
 */
export function tomlPlaces(text: string): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const counts = new Map<string, number>();
  let table: readonly Step[] = [];
  let closing: string | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (closing === null) {
      const header = HEADER.exec(line);
      if (header !== null) table = tableOf(header, counts);
      const key = header === null ? KEY.exec(line) : null;
      const path = key === null ? table : [...table, ...partsOf(key[2] ?? '')];
      const column = key === null ? line.search(/\S/) : (key[1] ?? '').length;
      if (header !== null || key !== null) note(places, path, `${index + 1}:${column + 1}`);
    }
    closing = closingAfter(line, closing);
  }
  return places;
}

function tableOf([, bracket, name = '']: RegExpExecArray, counts: Map<string, number>): Step[] {
  const parts = partsOf(name);
  const last = parts.length;
  return parts.flatMap((part, at) => {
    const name = JSON.stringify(parts.slice(0, at + 1));
    const isNext = bracket === '[[' && at === last - 1;
    if (isNext) counts.set(name, (counts.get(name) ?? -1) + 1);
    const count = counts.get(name);
    return count === undefined ? [part] : [part, count];
  });
}

function partsOf(name: string): string[] {
  const parts = name.match(PART) ?? [];
  return parts.slice(0, MAX_PARTS).map((part) => part.replace(/^["'](.*)["']$/, '$1'));
}

/** The first mention of a table or key counts, and stands for what it is part of if that has no line of its own. */
function note(places: Map<string, string>, path: readonly Step[], place: string): void {
  for (let depth = path.length; depth > 0; depth--) {
    const name = JSON.stringify(path.slice(0, depth));
    if (!places.has(name)) places.set(name, place);
  }
}

/** The quotes that end the text over several lines that is open after a line; `null` if none is. */
function closingAfter(line: string, open: string | null): string | null {
  let closing = open;
  for (const [quotes] of line.matchAll(/"""|'''/g)) {
    if (closing === null) closing = quotes;
    else if (closing === quotes) closing = null;
  }
  return closing;
}
