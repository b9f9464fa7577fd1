import { z } from 'zod';
import { AssayError } from '../../base/assay-error.ts';
import { parseJson } from '../../base/parse-json.ts';
import { type Fields, isFields } from './fields.ts';

export type EvalsDocument = {
  items: readonly { place: string; fields: Fields }[];
  /** What stands around the list of items. */
  around: Fields;
  /** The key of the list. */
  list: string | null;
};

const LISTS = ['evals', 'cases', 'tests', 'test_cases', 'testCases', 'evaluations', 'scenarios', 'prompts'];
const MOST_ITEMS = 1000;

/** The evals of a file, whichever of the known shapes it has. `file` is what the user called it. */
export function readDocument(content: Uint8Array, file: string): EvalsDocument {
  const document = parseJson((parsed) => shapeOf(parsed), content, file);
  const list = isFields(document) ? listOf(document) : null;
  const around = isFields(document) ? document : {};
  const value = list === null ? document : around[list];
  const items = itemsIn(value, list ?? '');
  if (items.length > 0 && items.length <= MOST_ITEMS) return { items, around, list };
  const expected = `expected 1 to ${MOST_ITEMS} evals, found ${items.length}`;
  throw new AssayError('INPUT_INVALID', `${file}: ${expected}.`);
}

/** A list of objects, or an object with one in it, or with an object of them by their names. */
function shapeOf(document: unknown): z.ZodType {
  const items = z.array(z.looseObject({}));
  if (!isFields(document)) return items;
  const list = listOf(document) ?? 'evals';
  return z.looseObject({
    [list]: isFields(document[list]) ? z.record(z.string(), z.looseObject({})) : items,
  });
}

/** One of the usual keys, or else the only one that holds a list of objects. */
function listOf(document: Fields): string | null {
  const usual = LISTS.find((key) => Object.hasOwn(document, key));
  if (usual !== undefined) return usual;
  const [only, second] = Object.keys(document).filter((key) => isListOfObjects(document[key]));
  return second === undefined ? (only ?? null) : null;
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isFields);
}

function itemsIn(value: unknown, list: string): EvalsDocument['items'] {
  if (Array.isArray(value))
    return value.flatMap((fields: unknown, index) =>
      isFields(fields) ? [{ place: `${list}[${index}]`, fields }] : [],
    );
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, fields]) =>
    isFields(fields) ? [{ place: `${list}.${name}`, fields: { name, ...fields } }] : [],
  );
}
