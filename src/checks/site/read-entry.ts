import { Sha256 } from '../../contracts/identifiers.ts';
import { seemsToSayWhen } from '../spec/description-says-when.ts';
import { type Field, readTextField, readUrl } from './entry-fields.ts';
import { member } from './reading/json-value.ts';

/** A valid entry of the index. `url` is resolved. */
export type SkillEntry = {
  index: number;
  name: string;
  type: SkillType;
  description: string;
  url: string;
  digest: Sha256;
};
type SkillType = 'skill-md' | 'archive';

export type EntryReading = {
  index: number;
  /** The name as written, valid or not. */
  name: string | null;
  /** null if a field is missing or malformed, as `flaws` says. */
  entry: SkillEntry | null;
  flaws: readonly string[];
  warnings: readonly string[];
};

/** Reads one entry of the index. Unknown fields are ignored. */
export function readEntry(value: unknown, index: number, indexUrl: string): EntryReading {
  const written = member(value, 'name');
  const name = readName(written);
  const type = readTextField(
    member(value, 'type'),
    'type',
    (text) => TYPES.find((one) => one === text) ?? null,
  );
  const description = readDescription(member(value, 'description'));
  const url = readUrl(member(value, 'url'), indexUrl);
  const digest = readTextField(
    member(value, 'digest'),
    'digest',
    (text) => Sha256.safeParse(text).data ?? null,
  );
  const flaws = [name, type, description, url, digest].flatMap(flawOf);
  const reading = { index, name: typeof written === 'string' ? written : null, flaws };
  if ('flaw' in name || 'flaw' in type || 'flaw' in description || 'flaw' in url || 'flaw' in digest) {
    return { ...reading, entry: null, warnings: [] };
  }
  const fields = { name: name.value, type: type.value, description: description.value };
  const entry = { index, ...fields, url: url.value, digest: digest.value };
  return { ...reading, entry, warnings: descriptionFlaws(description.value) };
}

export function readName(value: unknown): Field<string> {
  return readTextField(value, 'name', (text) => (NAME.test(text) ? text : null));
}

export function readDescription(value: unknown): Field<string> {
  return readTextField(value, 'description', validDescription);
}

/** 1 to 64 of `a-z`, `0-9` and single hyphens inside. */
const NAME = /^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/;
const TYPES: readonly SkillType[] = ['skill-md', 'archive'];

/** The specification states no unit. Readers of it count code points. */
const MAX_DESCRIPTION = 1024;

function validDescription(text: string): string | null {
  return text.trim() !== '' && [...text].length <= MAX_DESCRIPTION ? text : null;
}

export function flawOf(field: Field<unknown>): string[] {
  return 'flaw' in field ? [field.flaw] : [];
}

/**
 * Neither the check nor the specification has numbers. A shorter description cannot say both what and when.
 */
const MIN_CHARACTERS = 20;
const MIN_WORDS = 5;

/** Why a description does not help an agent to choose. In scripts without spaces, words are not counted. */
export function descriptionFlaws(description: string): string[] {
  const text = description.trim();
  const isSpaced = !/[\p{scx=Han}\p{scx=Hira}\p{scx=Thai}\p{scx=Khmr}\p{scx=Laoo}\p{scx=Mymr}]/u.test(text);
  const isShort = isSpaced && [...text].length < MIN_CHARACTERS;
  const isVague = isSpaced && text.split(/\s+/).length < MIN_WORDS;
  return [
    ...(isShort ? [`The description is shorter than ${MIN_CHARACTERS} characters`] : []),
    ...(isVague ? [`The description has fewer than ${MIN_WORDS} words`] : []),
    ...(seemsToSayWhen(text) ? [] : ['The description does not say when to use the skill']),
  ];
}
