import type { Field } from './entry-fields.ts';
import { flawOf, readDescription, readName } from './read-entry.ts';
import { member } from './reading/json-value.ts';

/** A skill of a v0.1.0 index: its files by path, each with the URL that it is served at. */
export type ListedSkill = { name: string; files: readonly { path: string; url: string }[] };

export type ListedReading = { index: number; skill: ListedSkill | null; flaws: readonly string[] };

/**
 * Reads an entry of a v0.1.0 index: `name`, `description` and `files`, which are beside the index, under the
 * name.
 */
export function readListedSkill(value: unknown, index: number, indexUrl: string): ListedReading {
  const name = readName(member(value, 'name'));
  const description = readDescription(member(value, 'description'));
  const files = readFiles(member(value, 'files'));
  const flaws = [name, description, files].flatMap(flawOf);
  if (flaws.length > 0 || 'flaw' in name || 'flaw' in files) return { index, skill: null, flaws };
  const placed = files.value.map((path) => ({ path, url: placeOf(name.value, path, indexUrl) }));
  return { index, skill: { name: name.value, files: placed }, flaws };
}

/** Printable ASCII without characters that are special in URLs, and without parts that are empty or go up. */
const PATH = /^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[!-~ ]+$/;
const RESERVED = /[\\?#[\]]/;

function readFiles(value: unknown): Field<string[]> {
  if (!Array.isArray(value)) return { flaw: '"files" is missing or no list' };
  const paths = value.filter((path) => typeof path === 'string' && PATH.test(path) && !RESERVED.test(path));
  if (paths.length < value.length) return { flaw: '"files" contains something that is not a relative path' };
  return paths.includes('SKILL.md') ? { value: paths } : { flaw: '"files" holds no SKILL.md' };
}

function placeOf(name: string, path: string, indexUrl: string): string {
  return new URL([name, ...path.split('/')].map(encodeURIComponent).join('/'), indexUrl).href;
}
