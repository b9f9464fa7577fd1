import { type CsvError, parse } from 'csv-parse/sync';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import type { CsvEqualsGrader } from '../../contracts/data-grader.ts';
import { type ContentVerdict, fail, givenText, pass, readText } from './content-verdict.ts';
import { shownApart } from './shown-apart.ts';
import { unmatched } from './unmatched.ts';

/** A table without the columns that are ignored. */
type Table = { columns: readonly string[]; rows: readonly Row[] };
type Row = readonly string[];

/** A value takes many times its length in memory. */
const MAX_VALUES = 1_000_000;

/** Compares the values of two tables, however they are quoted. */
export function csvEquals(
  spec: CsvEqualsGrader,
  found: Uint8Array,
  given: Uint8Array | null,
): ContentVerdict {
  const { path, equalsFile } = spec;
  const expected = tableIn(givenText(equalsFile, given), spec);
  if ('fault' in expected)
    throw new AssayError('GRADER_FAILED', `grade/${equalsFile} is not a table: ${expected.fault}.`);
  const file = readText(path, found);
  if ('fault' in file) return fail(file.fault);
  const read = tableIn(file.text, spec);
  if ('fault' in read) return fail(`${path} is not a table: ${read.fault}`);
  const difference = differenceOf(expected, read, spec);
  return difference === null ? pass(`${path} has the expected values`) : fail(`${path}: ${difference}`);
}

function tableIn(text: string, { delimiter, ignore }: CsvEqualsGrader): Table | { fault: string } {
  const read = recordsIn(text, delimiter);
  if ('fault' in read) return read;
  const [header, ...rows] = read.records;
  if (header === undefined) return { fault: 'it is empty' };
  const twice = firstRepeated(header);
  if (twice !== null) return { fault: `it has two columns ${JSON.stringify(twice)}` };
  const ragged = rows.findIndex((row) => row.length !== header.length);
  if (ragged !== -1) {
    const count = rows[ragged]?.length;
    return { fault: `row ${ragged + 1} has ${count} values, and not ${header.length}` };
  }
  const kept = [...header.keys()].filter((index) => !ignore.includes(header[index] ?? ''));
  const keptOf = (row: Row) => kept.map((index) => row[index] ?? '');
  return { columns: keptOf(header), rows: rows.map(keptOf) };
}

function firstRepeated(names: Row): string | null {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}

const OPTIONS = { bom: true, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] };

function recordsIn(file: string, delimiter: string): { records: string[][] } | { fault: string } {
  const text = withoutEmptyEnd(file);
  if (hasTooManyValues(text, delimiter)) return { fault: `it has more than ${MAX_VALUES} values` };
  try {
    return { records: parse(text, { ...OPTIONS, delimiter }) };
  } catch (error) {
    return { fault: isCsvError(error) ? error.message : messageOf(error) };
  }
}

/** Empty lines at the end are no rows. */
function withoutEmptyEnd(text: string): string {
  let end = text.length;
  while (isLineBreak(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Counts whatever may end a value, without regard to quotes: a table must not be parsed to find out that it is too large. */
function hasTooManyValues(text: string, delimiter: string): boolean {
  const between = delimiter.charCodeAt(0);
  let values = 0;
  for (let at = 0; at < text.length && values <= MAX_VALUES; at++) {
    const code = text.charCodeAt(at);
    if (code === between || endsLine(text, at)) values += 1;
  }
  return values > MAX_VALUES;
}

/** The two characters of CRLF end one line. */
function endsLine(text: string, at: number): boolean {
  return isLineBreak(text.charCodeAt(at)) && text.slice(at, at + 2) !== '\r\n';
}

function isLineBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && 'code' in error && `${error.code}`.startsWith('CSV_');
}

function differenceOf(expected: Table, found: Table, spec: CsvEqualsGrader): string | null {
  const columns = columnDifference(expected.columns, found.columns, spec.columnsInAnyOrder);
  if (columns !== null) return columns;
  if (expected.rows.length !== found.rows.length)
    return `it has ${found.rows.length} rows, and not ${expected.rows.length}`;
  const places = expected.columns.map((name) => found.columns.indexOf(name));
  const rows = found.rows.map((row) => places.map((place) => row[place] ?? ''));
  return spec.rowsInAnyOrder ? lostRow(expected.rows, rows, spec) : firstDifference(expected, rows, spec);
}

function columnDifference(expected: Row, found: Row, isInAnyOrder: boolean): string | null {
  const [wanted, there] = isInAnyOrder ? [expected.toSorted(), found.toSorted()] : [expected, found];
  const isSame = wanted.length === there.length && wanted.every((name, index) => name === there[index]);
  return isSame ? null : `its columns are ${found.join(', ')}, and not ${expected.join(', ')}`;
}

function firstDifference(
  { columns, rows }: Table,
  found: readonly Row[],
  spec: CsvEqualsGrader,
): string | null {
  for (const [index, row] of rows.entries()) {
    const at = row.findIndex((value, column) => !isSameCell(value, found[index]?.[column] ?? '', spec));
    if (at === -1) continue;
    const [there, wanted] = shownApart(JSON.stringify(found[index]?.[at]), JSON.stringify(row[at]));
    return `${columns[at]} in row ${index + 1} is ${there}, and not ${wanted}`;
  }
  return null;
}

function lostRow(expected: readonly Row[], found: readonly Row[], spec: CsvEqualsGrader): string | null {
  const isTolerant = spec.tolerance > 0;
  const lost = unmatched(expected, found, {
    keyOf: (row) => JSON.stringify(isTolerant ? row.map((cell) => (NUMBER.test(cell) ? '#' : cell)) : row),
    ...(isTolerant && {
      isAlike: (one: Row, other: Row) => one.every((cell, at) => isSameCell(cell, other[at] ?? '', spec)),
    }),
  });
  return lost === null ? null : `no row is ${(expected[lost] ?? []).join(spec.delimiter)}`;
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function isSameCell(expected: string, found: string, { tolerance }: CsvEqualsGrader): boolean {
  if (expected === found) return true;
  const areNumbers = tolerance > 0 && NUMBER.test(expected) && NUMBER.test(found);
  return areNumbers && Math.abs(Number(expected) - Number(found)) <= tolerance;
}
