import { expect, test } from 'vitest';
import { judge } from './judging.ts';

const EXPECTED = 'id,name,total\n1,"Doe, J.",10.50\n2,Roe,3\n';

function compare(found: string, more: object = {}) {
  return judge({ kind: 'csv-equals', equalsFile: 'e.csv', ...more }, found, EXPECTED);
}

test.each([
  ['other quotes', '"id","name","total"\n"1","Doe, J.","10.50"\n2,Roe,3\n'],
  ['other line ends and no last one', 'id,name,total\r\n1,"Doe, J.",10.50\r\n2,Roe,3'],
  ['a byte order mark', `\ufeff${EXPECTED}`],
  ['an empty line at its end', `${EXPECTED}\n`],
  ['several empty lines at its end', `${EXPECTED.replaceAll('\n', '\r\n')}\r\n\r\n\n`],
])('a table with %s has the same values', (_what, found) => {
  expect(compare(found)).toMatchObject({ passed: true, detail: 'out has the expected values' });
});

test.each([
  ['id,name,total\n1,"Doe, J.",10.5\n2,Roe,3\n', 'out: total in row 1 is "10.5", and not "10.50"'],
  [
    `id,name,total\n1,"Doe, J.",${'7'.repeat(400)}\n2,Roe,3\n`,
    `out: total in row 1 is "${'7'.repeat(119)}…, and not "10.50"`,
  ],
  ['id,name,total\n2,Roe,3\n1,"Doe, J.",10.50\n', 'out: id in row 1 is "2", and not "1"'],
  [
    'id,total,name\n1,10.50,"Doe, J."\n2,3,Roe\n',
    'out: its columns are id, total, name, and not id, name, total',
  ],
  ['id,name,total\n1,"Doe, J.",10.50\n', 'out: it has 1 rows, and not 2'],
  [`id,name,total\n\n${EXPECTED.slice(14)}`, 'out is not a table: row 1 has 1 values, and not 3'],
  ['id,name,total\n1,Doe, J.,10.50\n2,Roe,3\n', 'out is not a table: row 1 has 4 values, and not 3'],
  ['id,name,name\n1,2,3\n', 'out is not a table: it has two columns "name"'],
  ['id,"name\n', 'out is not a table: Quote Not Closed'],
  ['', 'out is not a table: it is empty'],
  ['\n\n', 'out is not a table: it is empty'],
  ['\n'.repeat(2 ** 24), 'out is not a table: it is empty'],
  ['a\n'.repeat(2 ** 23), 'out is not a table: it has more than 1000000 values'],
  [','.repeat(2 ** 24), 'out is not a table: it has more than 1000000 values'],
  [`${'\n'.repeat(2 ** 24 - 1)}a`, 'out is not a table: it has more than 1000000 values'],
])('%.80j fails', (found, detail) => {
  expect(compare(found)).toMatchObject({ passed: false, detail: expect.stringContaining(detail) });
});

test('the order of rows and columns can be left open', () => {
  const found = 'total,id,name\n3,2,Roe\n10.50,1,"Doe, J."\n';
  expect(compare(found, { rowsInAnyOrder: true, columnsInAnyOrder: true }).passed).toBe(true);
  expect(compare(found, { rowsInAnyOrder: true }).passed).toBe(false);
  const twice = 'id,name,total\n2,Roe,3\n2,Roe,3\n';
  expect(compare(twice, { rowsInAnyOrder: true })).toMatchObject({
    passed: false,
    detail: 'out: no row is 1,Doe, J.,10.50',
  });
});

test('numbers may differ by the tolerance, in any order too', () => {
  const found = 'id,name,total\n1,"Doe, J.",10.5\n2,Roe,3.004\n';
  expect(compare(found, { tolerance: 0.005 }).passed).toBe(true);
  expect(compare(found, { tolerance: 0.005, rowsInAnyOrder: true }).passed).toBe(true);
  expect(compare(found, { tolerance: 0.001 }).passed).toBe(false);
});

test('columns can be ignored, even if they are missing', () => {
  expect(compare('id,name\n1,"Doe, J."\n2,Roe\n', { ignore: ['total'] }).passed).toBe(true);
  expect(compare('id,name,total,x\n1,"Doe, J.",1,1\n2,Roe,2,2\n', { ignore: ['total', 'x'] }).passed).toBe(
    true,
  );
});

test('another delimiter can be asked for', () => {
  const spec = { kind: 'csv-equals', equalsFile: 'e.csv', delimiter: ';' };
  expect(judge(spec, 'a;b\n1;"2"\n', 'a;b\n1;2\n').passed).toBe(true);
});

test('an expected file that is no table is a fault of the suite', () => {
  const spec = { kind: 'csv-equals', equalsFile: 'e.csv' };
  expect(() => judge(spec, 'a\n', 'a,b\n1\n')).toThrow('grade/e.csv is not a table');
});

test('lines may end in several ways', () => {
  expect(compare('id,name,total\r\n1,"Doe, J.",10.50\n2,Roe,3\r\n').passed).toBe(true);
});
