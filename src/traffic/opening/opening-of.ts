import type { Opening, OpeningValue } from '../../contracts/opening.ts';

/** Some fifty tools with their schemas. Agents send a tenth of that before their work begins. */
const MOST_CHARACTERS = 512 * 1024;
const DEEPEST = 64;
const LONGEST_NAME = 64;

type Said = { path: string; body: unknown; offers: readonly string[] };

/** Reads all that a request says, of any wire: whatever a program may set, it is in the body or in the path. */
export function openingOf({ path, body, offers }: Said): Opening {
  const values: OpeningValue[] = [];
  let left = MOST_CHARACTERS;
  let leftOutValues = 0;
  const add = (place: string, text: string) => {
    if (place.length + text.length > left) {
      leftOutValues += 1;
      return;
    }
    left -= place.length + text.length;
    values.push({ place, text });
  };
  const visit = (value: unknown, place: string, depth: number): void => {
    if (typeof value === 'string') add(place, value);
    else if (typeof value !== 'object' || value === null) add(place, String(value));
    else if (depth === DEEPEST) leftOutValues += 1;
    else
      for (const [key, member] of Object.entries(value))
        visit(member, Array.isArray(value) ? `${place}${itemName(member)}` : inner(place, key), depth + 1);
  };
  add('path', path);
  visit(body, '', 0);
  return { tools: [...offers], values, leftOutValues };
}

/** How the places of a thing with that name are recognised. */
export function namedPlace(name: string): string {
  return `[${plain(name)}]`;
}

function inner(place: string, key: string): string {
  return place === '' ? plain(key) : `${place}.${plain(key)}`;
}

/** Items move when others come before them, so that their position says nothing. Only names stand in brackets. */
function itemName(item: unknown): string {
  if (typeof item !== 'object' || item === null) return '[]';
  const name = nameIn(item) ?? ('function' in item ? nameIn(item.function) : null);
  if (name !== null) return namedPlace(name);
  return 'role' in item && typeof item.role === 'string' ? `[](${plain(item.role)})` : '[]';
}

function nameIn(item: unknown): string | null {
  if (typeof item !== 'object' || item === null || !('name' in item)) return null;
  return typeof item.name === 'string' && item.name !== '' ? item.name : null;
}

/** A name cannot look like a place. */
function plain(name: string): string {
  return name.slice(0, LONGEST_NAME).replace(/[^\p{L}\p{N}_:/@-]/gu, '_');
}
