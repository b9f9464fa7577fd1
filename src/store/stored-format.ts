import { AssayError } from '../base/assay-error.ts';
import { parseStored, type Schema } from '../base/parse-stored.ts';

export type StoredKind = 'plan' | 'record' | 'evidence';

type Document = Record<string, unknown>;
type Upgrade = (document: Document) => Document;

/** Documents of before formats were written hold what those of format 1 hold. */
const unchanged: Upgrade = (document) => document;

/** Whether an output was cut is said in its text, and by nothing else that the wire tells. */
const withoutTruncation: Upgrade = (evidence) => ({
  ...evidence,
  transcript: mapMembers(evidence['transcript'], 'events', ({ truncated: _, ...event }) => event),
});

/** An object with each object in one of its lists changed. Whatever has another form is left to the schema to judge. */
function mapMembers(object: unknown, list: string, change: Upgrade): unknown {
  const members = isDocument(object) ? object[list] : null;
  if (!isDocument(object) || !Array.isArray(members)) return object;
  const changed = members.map((member: unknown) => (isDocument(member) ? change(member) : member));
  return { ...object, [list]: changed };
}

const NEW_NAMES = new Map([
  ['timeoutSeconds', 'maxSeconds'],
  ['maxTurns', 'maxRequests'],
]);

/** The limits of a trial have the names that the budgets of a run have. */
const withLimitsRenamed: Upgrade = (document) => renamedIn(document, false);

/** Whatever lies below a member called `limits` is renamed: graders have a time limit of their own, by the former name. */
function renamedIn(document: Document, isLimits: boolean): Document {
  const members = Object.entries(document).map(([key, value]) => {
    const name = isLimits ? (NEW_NAMES.get(key) ?? key) : key;
    return [name, renamedValue(value, key === 'limits')];
  });
  return Object.fromEntries(members);
}

function renamedValue(value: unknown, isLimits: boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => renamedValue(item, false));
  return isDocument(value) ? renamedIn(value, isLimits) : value;
}

/**
 * What makes a document of one format one of the next; the first step takes documents that name no format. A step that was
 * released is never edited: a change of what is stored is a new step.
 */
const UPGRADES: Record<StoredKind, readonly Upgrade[]> = {
  plan: [unchanged, withLimitsRenamed],
  record: [unchanged, withLimitsRenamed],
  evidence: [unchanged, withoutTruncation],
};

/** A document as it is stored. */
export function withFormat(kind: StoredKind, document: Document): Document {
  return { ...document, format: `assay/${kind}@${newest(kind)}` };
}

/** Reads a document of any format up to the newest one. An error names `what` it was and what is wrong with it. */
export function readStored<T>(
  kind: StoredKind,
  schema: Schema<T>,
  { text, what }: { text: string; what: string },
): T {
  return parseStored(schema, text, what, (value) => (isDocument(value) ? upgrade(kind, value, what) : value));
}

function upgrade(kind: StoredKind, { format, ...document }: Document, what: string): Document {
  const version = format === undefined ? 0 : versionOf(kind, format);
  if (version === null || version > newest(kind)) throw unknownFormat(kind, format, what);
  return UPGRADES[kind].slice(version).reduce((older, step) => step(older), document);
}

/** `null` where the format is of another kind of document, or none. */
function versionOf(kind: StoredKind, format: unknown): number | null {
  const [, name, version] = /^assay\/([a-z]+)@([1-9]\d{0,5})$/.exec(String(format)) ?? [];
  return name === kind ? Number(version) : null;
}

function newest(kind: StoredKind): number {
  return UPGRADES[kind].length;
}

function unknownFormat(kind: StoredKind, format: unknown, what: string): AssayError {
  const known = `assay/${kind}@${newest(kind)}`;
  return new AssayError(
    'STORE_UNUSABLE',
    `The ${what} cannot be read: its format is ${JSON.stringify(format)}, and this Assay reads up to ${known}. ` +
      'It was written by a newer Assay, or damaged. Update Assay.',
  );
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
