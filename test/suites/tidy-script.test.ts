import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../sources/temp-folder.ts';

const SCRIPT = resolve('tasks/csv-tidy/skill/scripts/tidy.py');

function tidy(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync('python3', [SCRIPT, ...args], { cwd, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** The clean table, and the summary of how it came about. */
function clean(input: string | Uint8Array, ...options: string[]) {
  const folder = tempFolder({ 'in.csv': input });
  const { status, stdout, stderr } = tidy(folder, 'clean', 'in.csv', '--out', 'out.csv', ...options);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return { table: readFileSync(join(folder, 'out.csv'), 'utf8'), summary: JSON.parse(stdout), folder };
}

test.each([
  [
    'column names become snake_case',
    'Order ID,netAmount,HTTPStatus,% paid,Größe (cm)\n',
    'order_id,net_amount,http_status,paid,größe_cm\n',
  ],
  ['columns without a name or with the same name get distinct names', 'a,,A,a\n', 'a,column_2,a_2,a_3\n'],
  ['cells lose surrounding white space', 'a,b\n x ,\u00a0y\t\n', 'a,b\nx,y\n'],
  [
    'leading zeros and long numbers are kept',
    'a,b\n007,12345678901234567890\n',
    'a,b\n007,12345678901234567890\n',
  ],
  [
    'quotes are kept only if a value needs them',
    'a,b\n"x","y, z"\n"say ""hi""",w\n',
    'a,b\nx,"y, z"\n"say ""hi""",w\n',
  ],
  ['a space before a quote does not break the cell', 'a, "b"\nx, "y, z"\n', 'a,b\nx,"y, z"\n'],
  ['line breaks in a cell are kept', 'a,b\n"x\r\ny",z\n', 'a,b\n"x\ny",z\n'],
  ['a byte order mark and Windows line ends are removed', '\uFEFFa,b\r\nx,y\r\n', 'a,b\nx,y\n'],
  ['semicolons are recognised as separators', 'a;b\n"x;1";y, z\n', 'a,b\nx;1,"y, z"\n'],
  ['tabs are recognised as separators', 'a\tb\nx\ty\n', 'a,b\nx,y\n'],
  ['blank lines are dropped', 'a,b\n\nx,y\n\n', 'a,b\nx,y\n'],
  ['a missing line end does not matter', 'a,b\nx,y', 'a,b\nx,y\n'],
  ['a header alone is a table', 'a,b\n', 'a,b\n'],
  [
    'rows that differ only in white space are duplicates, and the first is kept',
    'a\n2\n1\n 2\n1\n',
    'a\n2\n1\n',
  ],
  ['rows that differ in case are not duplicates', 'a\nx\nX\n', 'a\nx\nX\n'],
])('%s', (_claim, input, expected) => {
  expect(clean(input).table).toBe(expected);
});

test.each([
  ['2024-3-5', '2024-03-05'],
  ['2024/03/05', '2024-03-05'],
  ['5.3.2024', '2024-03-05'],
  ['25/03/2024', '2024-03-25'],
  ['03/25/2024', '2024-03-25'],
  ['4/4/2024', '2024-04-04'],
  ['5 Mar 2024', '2024-03-05'],
  ['05-Mar-2024', '2024-03-05'],
  ['March 5, 2024', '2024-03-05'],
  ['Sept 30 2024', '2024-09-30'],
  ['29.2.2024', '2024-02-29'],
  ['', ''],
])('the date "%s" becomes "%s"', (written, iso) => {
  const { table, summary } = clean(`id,due_date\n1,"${written}"\n`);
  expect(table).toBe(`id,due_date\n1,${iso}\n`);
  expect(summary.unparsed_dates).toEqual([]);
});

test.each(['03/04/2024', '29.2.2023', '2024-13-01', 'soon', '05.03.24', '1 Foo 2024'])(
  'the ambiguous or invalid date "%s" is kept and listed',
  (written) => {
    const { table, summary } = clean(`id,date\n\n1,${written}\n`);
    expect(table).toBe(`id,date\n1,${written}\n`);
    expect(summary.unparsed_dates).toEqual([{ file: 'in.csv', line: 3, column: 'date', value: written }]);
  },
);

test.each([
  [['--day-first'], '2024-04-03'],
  [['--month-first'], '2024-03-04'],
])('with %s an ambiguous date is read that way', (options, iso) => {
  expect(clean('date\n03/04/2024\n', ...options).table).toBe(`date\n${iso}\n`);
});

test('only date columns are changed, and others can be named', () => {
  const input = 'version,born on,date\n1.2.2024,1.2.2024,1.2.2024\n';
  expect(clean(input).table).toBe('version,born_on,date\n1.2.2024,1.2.2024,2024-02-01\n');
  expect(clean(input, '--dates', 'Born On').table).toBe(
    'version,born_on,date\n1.2.2024,2024-02-01,2024-02-01\n',
  );
});

test('the summary counts rows and gives the digest of the written bytes', () => {
  const { table, summary, folder } = clean('Order ID,b\n1,2\n1, 2\n3,4\n', '--summary', 'summary.json');
  expect(summary).toEqual({
    rows_in: 3,
    rows_out: 2,
    duplicates_dropped: 1,
    columns: ['order_id', 'b'],
    sha256: createHash('sha256').update(table).digest('hex'),
    unparsed_dates: [],
  });
  expect(JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'))).toEqual(summary);
});

test.each([
  ['a row with a missing cell', 'a,b\n1,2\n3\n', 'line 3: expected 2 cells, found 1'],
  ['a row with an extra cell', 'a,b\n1,2,3\n', 'line 2: expected 2 cells, found 3'],
  ['a bad row after cells with line breaks', 'a,b\n"x\ny",2\n\n3\n', 'line 5: expected 2 cells, found 1'],
  [
    'an unclosed quote',
    'a,b\n1,2\n"3,4\n5,6\n',
    'line 3: a quoted cell that begins in this row is never closed',
  ],
  ['text after a closing quote', 'a,b\n"1"2,3\n', `line 2: ',' expected after '"'`],
  ['text that is not UTF-8', Uint8Array.of(0x61, 0x0a, 0xe9, 0x0a), 'line 2: the text is not UTF-8'],
  ['an empty file', '', 'line 1: there is no header'],
])('%s is refused with its line, and nothing is written', (_what, input, message) => {
  const folder = tempFolder({ 'in.csv': input });
  const result = tidy(folder, 'clean', 'in.csv', '--out', 'out.csv', '--summary', 'summary.json');
  expect(result).toEqual({ status: 3, stdout: '', stderr: `tidy.py: in.csv: ${message}\n` });
  expect(readdirSync(folder)).toEqual(['in.csv']);
});

test('several files are merged in order, without duplicate rows', () => {
  const folder = tempFolder({
    'b.csv': 'ID,Due Date\n2,2024-01-02\n',
    'a.csv': 'id;dueDate\n1;1.1.2024\n2;2.1.2024\n',
  });
  const { status, stdout } = tidy(folder, 'merge', 'b.csv', 'a.csv', '--out', 'all.csv');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ rows_in: 3, rows_out: 2, duplicates_dropped: 1 });
  expect(readFileSync(join(folder, 'all.csv'), 'utf8')).toBe('id,due_date\n2,2024-01-02\n1,2024-01-01\n');
});

test('files with different columns are not merged', () => {
  const folder = tempFolder({ 'a.csv': 'id,name\n', 'b.csv': 'name,id\n' });
  expect(tidy(folder, 'merge', 'a.csv', 'b.csv', '--out', 'all.csv')).toMatchObject({
    status: 3,
    stderr: 'tidy.py: b.csv: line 1: expected the columns id, name; found name, id\n',
  });
  expect(existsSync(join(folder, 'all.csv'))).toBe(false);
});

test('totals are exact and sorted, and every row counts', () => {
  const rows = ['b,0.10', 'a,"1,000.05"', 'b,0.20', 'b,0.20', 'a,-0.05', 'c,7'];
  const folder = tempFolder({ 'in.csv': `Region,Net Amount\n${rows.join('\n')}\n` });
  const args = ['totals', 'in.csv', '--by', 'region', '--sum', 'Net Amount', '--out', 'totals.json'];
  const { status, stdout } = tidy(folder, ...args);
  expect(status).toBe(0);
  expect(stdout).toBe('{\n  "a": "1000.00",\n  "b": "0.50",\n  "c": "7.00"\n}\n');
  expect(readFileSync(join(folder, 'totals.json'), 'utf8')).toBe(stdout);
});

test.each(['', 'n/a', '1.234,50', '12 EUR', '1,23'])(
  'the amount "%s" is not a number and is refused',
  (amount) => {
    const folder = tempFolder({ 'in.csv': `k,v\na,1\na,"${amount}"\n` });
    expect(tidy(folder, 'totals', 'in.csv', '--by', 'k', '--sum', 'v', '--out', 'totals.json')).toEqual({
      status: 3,
      stdout: '',
      stderr: `tidy.py: in.csv: line 3: v: expected a number such as 1,234.50, found "${amount}"\n`,
    });
    expect(existsSync(join(folder, 'totals.json'))).toBe(false);
  },
);

test.each([
  [
    'a missing column',
    ['totals', 'in.csv', '--by', 'x', '--sum', 'b'],
    'in.csv has no column x; there is a, b',
  ],
  [
    'a missing date column',
    ['clean', 'in.csv', '--out', 'o.csv', '--dates', 'due'],
    'in.csv has no column due; there is a, b',
  ],
  ['a missing file', ['clean', 'gone.csv', '--out', 'o.csv'], "No such file or directory: 'gone.csv'"],
  [
    'choosing both ways to read dates',
    ['clean', 'in.csv', '--out', 'o.csv', '--day-first', '--month-first'],
    'not allowed with',
  ],
])('%s is a usage error', (_what, args, message) => {
  const result = tidy(tempFolder({ 'in.csv': 'a,b\n' }), ...args);
  expect(result.status).toBe(2);
  expect(result.stderr).toContain(message);
});
