import { parse, TomlError } from 'smol-toml';
import { AssayError, messageOf } from './assay-error.ts';
import type { LocatedValue, Pointer } from './located-value.ts';
import { tomlPlaces } from './toml-places.ts';

const MAX_DEPTH = 100;
const START = '1:1';

/** Reads a TOML text. An error names the file, line and column. */
export function readToml(text: string, file: string): LocatedValue {
  try {
    const value = parse(text, { maxDepth: MAX_DEPTH });
    const places = tomlPlaces(text);
    return { file, value, placeOf: (pointer) => nearestPlace(places, pointer) };
  } catch (cause) {
    const at = cause instanceof TomlError ? `${cause.line}:${cause.column}` : START;
    throw new AssayError('INPUT_INVALID', `${file}:${at}: not valid TOML: ${reasonOf(cause)}`, { cause });
  }
}

/** Without the lines of the text that the parser adds, which may contain anything. */
function reasonOf(cause: unknown): string {
  const [first = ''] = messageOf(cause).split('\n');
  return first.replace('Invalid TOML document: ', '');
}

function nearestPlace(places: ReadonlyMap<string, string>, { path }: Pointer): string {
  for (let depth = path.length; depth > 0; depth--) {
    const place = places.get(JSON.stringify(path.slice(0, depth)));
    if (place !== undefined) return place;
  }
  return START;
}
