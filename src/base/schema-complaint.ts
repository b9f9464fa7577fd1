import { z } from 'zod';
import { nearestTo } from './nearest.ts';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

/** One thing that is wrong with a document, described for the person who wrote it. */
export type Complaint = {
  path: readonly PropertyKey[];
  /** An unknown key is wrong by itself, whatever its value. */
  about: 'key' | 'value';
  message: string;
};

export function complaintsAbout(issue: Issue, document: unknown): Complaint[] {
  if (issue.code === 'invalid_union') return complaintsOfUnion(issue, document);
  if (issue.code !== 'unrecognized_keys') return [complaintAboutValue(issue, valueAt(document, issue.path))];
  return issue.keys.map((key) => ({
    path: [...issue.path, key],
    about: 'key',
    message: `unknown key, expected ${issue.message}`,
  }));
}

/** If the value is one of the alternatives but for something within it, that is what is wrong. */
function complaintsOfUnion(issue: z.core.$ZodIssueInvalidUnion, document: unknown): Complaint[] {
  const within = issue.errors.find(
    (issues) => issues.length > 0 && issues.every(({ path }) => path.length > 0),
  );
  if (within === undefined) return [complaintAboutValue(issue, valueAt(document, issue.path))];
  return within.flatMap((inner) =>
    complaintsAbout({ ...inner, path: [...issue.path, ...inner.path] }, document),
  );
}

/** Formats a complaint as `"graders[0].title": expected …`; one about the whole document has no path. */
export function describeComplaint({ path, message }: Complaint): string {
  if (path.length === 0) return message;
  const steps = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return `"${steps.join('').replace(/^\./, '')}": ${message}`;
}

function complaintAboutValue(issue: Issue, found: unknown): Complaint {
  const { path, message } = issue;
  if (found === undefined) return { path, about: 'value', message: `missing, expected ${message}` };
  const came = mayHoldSecret(issue) ? 'something else, which may hold a secret' : describe(found);
  return { path, about: 'value', message: `expected ${message}, found ${came}` };
}

/** A schema says this of its own check; what was found is then not repeated. */
function mayHoldSecret(issue: Issue): boolean {
  return issue.code === 'custom' && issue.params?.['mayHoldSecret'] === true;
}

/**
 * Does not use the issue's own input: where a check names a path, that is the value that the check was given.
 */
function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (isIndexable(inner) ? inner[key] : undefined), document);
}

function isIndexable(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

function describe(found: unknown): string {
  if (found === null) return 'nothing';
  if (typeof found === 'string') return JSON.stringify(shorten(found));
  if (typeof found === 'number') return `the number ${found}`;
  if (Array.isArray(found)) return found.length === 0 ? 'an empty list' : 'a list';
  if (!isIndexable(found)) return String(found);
  const keys = Object.keys(found);
  return keys.length === 0 ? 'an empty mapping' : `a mapping with ${shorten(keys.join(', '))}`;
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** What a schema expects, as a noun phrase. A schema's own message, if it has one, is such a phrase too. */
export function expectation(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_union':
      return Array.isArray(issue['options']) ? oneOf(issue['options']) : eitherOf(issue.errors);
    case 'unrecognized_keys':
      return issue.inst instanceof z.ZodObject ? oneOfKeys(issue.keys, issue.inst.shape) : undefined;
    case 'too_small':
      return sizeOf(issue.origin, issue.minimum, issue.inclusive ? 'at least' : 'more than');
    case 'too_big':
      return sizeOf(issue.origin, issue.maximum, issue.inclusive ? 'at most' : 'less than');
    case 'invalid_format':
      return `text that matches ${issue.pattern ?? issue.format}`;
    default:
      return undefined;
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

function oneOf(values: readonly unknown[]): string {
  const listed = values.map(String).join(', ');
  return values.length === 1 ? listed : `one of ${listed}`;
}

/** The keys that there are, and those that were probably meant. */
function oneOfKeys(unknown: readonly string[], shape: object): string {
  const known = Object.keys(shape);
  const meant = new Set(unknown.flatMap((key) => nearestTo(key, known).slice(0, 1)));
  const question = meant.size === 0 || known.length === 1 ? '' : ` (did you mean ${[...meant].join(', ')}?)`;
  return `${oneOf(known)}${question}`;
}

function eitherOf(alternatives: readonly (readonly Issue[])[]): string | undefined {
  const messages = alternatives.flatMap(messagesOf);
  return messages.length === 0 ? undefined : [...new Set(messages)].join(' or ');
}

function messagesOf(issues: readonly Issue[]): string[] {
  return issues.flatMap((issue) =>
    issue.code === 'invalid_union' && issue.errors.length > 0
      ? issue.errors.flatMap(messagesOf)
      : [issue.message],
  );
}

function sizeOf(origin: string, bound: number | bigint, comparison: string): string {
  if (origin === 'string')
    return bound === 1 ? 'text that is not empty' : `${comparison} ${bound} characters`;
  if (origin === 'array') return bound === 1 ? 'a list that is not empty' : `${comparison} ${bound} entries`;
  return `a number that is ${comparison} ${bound}`;
}
