import type { Fetched } from '../../contracts/fetched.ts';
import { type ParsedJson, parseJson } from './parse-json.ts';
import { type EntryReading, readEntry } from './read-entry.ts';
import { type ListedReading, readListedSkill } from './read-listed-skill.ts';
import { SCHEMA_URI } from './reading/discovery.ts';
import { isObject, member } from './reading/json-value.ts';
import { selectIndex } from './select-index.ts';
import type { SiteObservation } from './site-observation.ts';

type Answered = Extract<Fetched, { status: 'answered' }>;

export type IndexReading = {
  answer: Answered;
  parsed: ParsedJson;
  schema: unknown;
  skills: unknown;
  unknownFields: readonly string[];
  /** The skills of a v0.1.0 index, which is one without a `$schema`; null for every other index. */
  listed: readonly ListedReading[] | null;
  /** null if the entries cannot be read: they are missing, or follow unknown rules. */
  entries: readonly EntryReading[] | null;
};

/** The selected index, as far as it can be read; null if there is none. */
export function readIndex(answers: Pick<SiteObservation, 'canonical' | 'legacy'>): IndexReading | null {
  const answer = selectIndex(answers);
  if (answer === null) return null;
  const parsed = parseJson(answer.body);
  const value = parsed.status === 'parsed' ? parsed.value : null;
  const schema = member(value, '$schema');
  const skills = member(value, 'skills');
  const written = Array.isArray(skills) && skills.length > 0 ? skills : null;
  return {
    answer,
    parsed,
    schema,
    skills,
    unknownFields: isObject(value) ? Object.keys(value).filter((key) => !FIELDS.has(key)) : [],
    listed: schema === undefined ? readEach(written, readListedSkill, answer.url) : null,
    entries: schema === SCHEMA_URI ? readEach(written, readEntry, answer.url) : null,
  };
}

const FIELDS = new Set(['$schema', 'skills']);

function readEach<Reading>(
  entries: readonly unknown[] | null,
  read: (entry: unknown, index: number, indexUrl: string) => Reading,
  indexUrl: string,
): Reading[] | null {
  return entries?.map((entry, index) => read(entry, index, indexUrl)) ?? null;
}
