import { AssayError } from '../base/assay-error.ts';
import { parseStored, type Schema } from '../base/parse-stored.ts';

export type StoredKind = 'plan' | 'record' | 'evidence' | 'matrix-plan';

type Document = Record<string, unknown>;
type Upgrade = (document: Document) => Document;

/** Documents from before formats were recorded have the content of format 1. */
const unchanged: Upgrade = (document) => document;

/** The text of an output says whether it was cut; nothing else on the wire does. */
const withoutTruncation: Upgrade = (evidence) => ({
  ...evidence,
  transcript: mapMembers(evidence['transcript'], 'events', ({ truncated: _, ...event }) => event),
});

/** A start had one file at most, and an event for each file that it might have been. */
const withFilesOfStarts: Upgrade = (evidence) => ({
  ...evidence,
  processes: mapMembers(evidence['processes'], 'events', ({ file, ...event }) =>
    event['kind'] === 'exec' ? { ...event, files: [file ?? event['program']] } : event,
  ),
});

/** What stands only in the history of requests, and which answers are asides, is known once the traffic is read again. */
const withMarksOnWords: Upgrade = unchanged;

/** Whether a call was of a tool that its request offered is known once the traffic is read again. */
const withMarksOnCalls: Upgrade = unchanged;

/**
 * Changes each object in one list of an object. Anything of another shape is left for the schema to judge.
 */
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
 * The steps that turn a document of one format into the next; the first takes documents that name no format.
 * A released step is never edited; add a new one if the stored form changes.
 */
const UPGRADES: Record<StoredKind, readonly Upgrade[]> = {
  plan: [unchanged, withLimitsRenamed],
  record: [unchanged, withLimitsRenamed],
  'matrix-plan': [unchanged],
  evidence: [unchanged, withoutTruncation, withFilesOfStarts, withMarksOnWords, withMarksOnCalls],
};

/** A document as it is stored, with its format. */
export function withFormat(kind: StoredKind, document: Document): Document {
  return { ...document, format: `assay/${kind}@${newest(kind)}` };
}

/**
 * Parses a document of any format up to the newest. Errors name the document by `what` and say what is wrong
 * with it.
 */
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

/** Returns `null` if the format belongs to another kind of document, or is none. */
function versionOf(kind: StoredKind, format: unknown): number | null {
  const [, name, version] = /^assay\/([a-z-]+)@([1-9]\d{0,5})$/.exec(String(format)) ?? [];
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
      'It was written by a newer version of Assay, or is damaged. Update Assay.',
  );
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
