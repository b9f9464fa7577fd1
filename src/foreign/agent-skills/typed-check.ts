import { patternFault } from '../../base/compile-pattern.ts';
import { innerPath } from '../drafting/inner-path.ts';
import {
  commandExits,
  type Decided,
  type Exact,
  fileExists,
  fileIsAbsent,
  fileIsJson,
  fileMatches,
  says,
  type Wording,
} from './exact.ts';
import { FieldReader, type Fields, isFields, plainKey, textOf } from './fields.ts';

/** Where and what a typed check looks for. `path` is null if it is about the answer. */
type Terms = { path: string | null; values: string[] };

/** The types that mean one thing to everybody, by their plain names. They say nothing if their terms are not complete. */
const TYPES: Readonly<Record<string, (terms: Terms) => Exact[]>> = {
  fileexists: ofFile(fileExists),
  fileexist: ofFile(fileExists),
  filesexist: ofFile(fileExists),
  filenotexists: ofFile(fileIsAbsent),
  filesnotexist: ofFile(fileIsAbsent),
  fileabsent: ofFile(fileIsAbsent),
  jsonvalid: ofFile(fileIsJson),
  validjson: ofFile(fileIsJson),
  filejsonvalid: ofFile(fileIsJson),
  contains: wording((values) => ({ contains: values })),
  containsall: wording((values) => ({ contains: values })),
  icontains: wording((values) => ({ contains: values, ignore: ['case', 'spaces'] })),
  outputcontains: wording((values) => ({ contains: values })),
  responsecontains: wording((values) => ({ contains: values })),
  containsany: eachWording((value) => ({ contains: [value] })),
  icontainsany: eachWording((value) => ({ contains: [value], ignore: ['case', 'spaces'] })),
  filecontains: inFile(wording((values) => ({ contains: values }))),
  notcontains: wording((values) => ({ lacks: values })),
  outputnotcontains: wording((values) => ({ lacks: values })),
  notregex: lackingMatches,
  notmatches: lackingMatches,
  regexnotmatch: lackingMatches,
  filenotcontains: inFile(wording((values) => ({ lacks: values }))),
  regex: matching,
  regexmatch: matching,
  matches: matching,
  filematches: inFile(matching),
  fileregex: inFile(matching),
};

const PATHS = ['path', 'file', 'filepath', 'filename'];
const VALUES = ['value', 'values', 'pattern', 'contains', 'substring', 'needle', 'regex', 'matches'];
/** What a check can have besides, without any bearing on what it means. */
const REMARKS = [
  'type',
  'text',
  'description',
  'name',
  'id',
  'category',
  'weight',
  'reason',
  'message',
  'target',
];

/** The exact graders of a check with a type; `null` if it is not certain what it means. */
export function typedCheck(fields: Fields): Decided | null {
  const reader = new FieldReader(fields);
  const check = reader.take(['check'])[0]?.value;
  if (isFields(check)) return isOnlyRemarks(reader) ? structuredCheck(check) : null;
  const type = reader.text(['type']);
  const command = commandCheck(type, new FieldReader(fields));
  if (command !== null) return { exact: [command], isAnyEnough: false };
  const exact = type === null ? undefined : lookUp(type);
  const graders = exact === undefined ? null : ofTerms(exact, reader);
  return graders === null ? null : { exact: graders, isAnyEnough: isAny(type ?? '') };
}

const COMMAND_TYPES = ['command', 'cmd', 'shell', 'bash', 'exitcode', 'commandexits', 'commandsucceeds'];
const EXIT_CODES = ['exitcode', 'expectedexitcode', 'expectexitcode', 'exitstatus', 'expectedexit', 'exit'];
const LONGEST_COMMAND = 2000;

/** A command that has to exit with a code, which its type or a field of its own says: others may be what the agent should run. */
function commandCheck(type: string | null, reader: FieldReader): Exact | null {
  const [command, ...others] = reader.take(['cmd', 'command', 'run', 'shell']);
  const [code, ...codes] = reader.take(EXIT_CODES);
  const isSaid = code !== undefined || COMMAND_TYPES.includes(plainKey(type ?? ''));
  if (!isSaid || others.length + codes.length > 0 || !isOnlyRemarks(reader)) return null;
  const exitCode = code === undefined ? 0 : code.value;
  const isCode =
    typeof exitCode === 'number' && Number.isInteger(exitCode) && exitCode >= 0 && exitCode <= 255;
  const isText = typeof command?.value === 'string' && command.value.length <= LONGEST_COMMAND;
  return isCode && isText ? commandExits(String(command.value), exitCode) : null;
}

/** Of the texts after such a type, one has to be there. */
function isAny(type: string): boolean {
  return plainKey(type).endsWith('any');
}

function ofTerms(exact: (terms: Terms) => Exact[], reader: FieldReader): Exact[] | null {
  const terms = termsOf(reader);
  if (terms === null || !isOnlyRemarks(reader)) return null;
  const graders = exact(terms);
  return graders.length === 0 ? null : graders;
}

function lookUp(type: string): ((terms: Terms) => Exact[]) | undefined {
  const name = plainKey(type);
  return Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
}

/** An object whose keys are types, such as `{files_exist: [a.md], file_contains: [{path, contains}]}`. */
function structuredCheck(check: Fields): Decided | null {
  const types = Object.keys(check);
  const [only = '', ...others] = types;
  const isAnyEnough = others.length === 0 && isAny(only);
  if (!isAnyEnough && types.some(isAny)) return null;
  const exact = all(Object.entries(check).map(([type, value]) => ofType(type, value)));
  return exact === null || exact.length === 0 ? null : { exact, isAnyEnough };
}

function ofType(type: string, value: unknown): Exact[] | null {
  const exact = lookUp(type);
  if (exact === undefined) return null;
  const each: unknown[] = Array.isArray(value) ? value : [value];
  const texts = each.map(textOf).filter((text) => text !== null);
  const said = texts.length === each.length ? exact({ path: null, values: texts }) : [];
  return said.length > 0 ? said : all(each.map((one) => ofOne(exact, one)));
}

function ofOne(exact: (terms: Terms) => Exact[], value: unknown): Exact[] | null {
  if (isFields(value)) return ofTerms(exact, new FieldReader(value));
  const text = textOf(value);
  const graders = text === null ? [] : exact({ path: plainFile(text), values: [] });
  return graders.length === 0 ? null : graders;
}

function all(some: readonly (Exact[] | null)[]): Exact[] | null {
  const known = some.filter((one) => one !== null);
  return known.length === some.length ? known.flat() : null;
}

/** `null` if a path is named that is no plain path of the workspace. */
function termsOf(reader: FieldReader): Terms | null {
  const target = reader.take(['target'])[0]?.value;
  const within = isFields(target) ? new FieldReader(target).text(PATHS) : null;
  const written = reader.text(PATHS) ?? within;
  const path = written === null ? null : plainFile(written);
  if (written !== null && path === null) return null;
  const values = reader.take(VALUES).flatMap(({ value }) => (Array.isArray(value) ? value : [value]));
  const texts = values.map(textOf).filter((text) => text !== null);
  return texts.length === values.length ? { path, values: texts } : null;
}

/** Anything that a shell would expand may stand for many files. */
function plainFile(written: string): string | null {
  return /[*?[\]{}<>$]/.test(written) ? null : innerPath(written);
}

function isOnlyRemarks(reader: FieldReader): boolean {
  return reader.rest().every(({ key }) => REMARKS.includes(plainKey(key)));
}

function ofFile(grader: (path: string) => Exact): (terms: Terms) => Exact[] {
  return ({ path, values }) => (path === null || values.length > 0 ? [] : [grader(path)]);
}

function wording(of: (values: string[]) => Wording): (terms: Terms) => Exact[] {
  return ({ path, values }) => (values.length === 0 ? [] : [says(path, of(values))]);
}

function eachWording(of: (value: string) => Wording): (terms: Terms) => Exact[] {
  return ({ path, values }) => values.map((value) => says(path, of(value)));
}

function inFile(exact: (terms: Terms) => Exact[]): (terms: Terms) => Exact[] {
  return (terms) => (terms.path === null ? [] : exact(terms));
}

function matching({ path, values }: Terms): Exact[] {
  const areGood = values.every((pattern) => patternFault(pattern) === null);
  if (!areGood || values.length === 0) return [];
  return path === null
    ? [says(null, { matches: values })]
    : values.map((pattern) => fileMatches(path, pattern));
}

function lackingMatches({ path, values }: Terms): Exact[] {
  const areGood = values.every((pattern) => patternFault(pattern) === null);
  return areGood && values.length > 0 ? [says(path, { matchesNone: values })] : [];
}
