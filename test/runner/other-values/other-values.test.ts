import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { otherValues } from '../../../src/runner/other-values/other-values.ts';
import { openZip } from '../../../src/sources/archive/open-zip.ts';
import { line, pdfOf } from '../../fixtures/pdfs.ts';
import { bars, jpegFrom, plain, pngFrom } from '../../fixtures/pictures.ts';
import { judgeBytes } from '../../graders/content/judging.ts';
import { zipOf } from '../../sources/archive/zip-of.ts';

async function saidOf(content: string | Buffer, most = 3): Promise<string[]> {
  return (await otherValues(Buffer.from(content), most)).map(({ what }) => what);
}

async function textsOf(content: string, most = 3): Promise<string[]> {
  return (await otherValues(Buffer.from(content), most)).map(({ bytes }) => Buffer.from(bytes).toString());
}

test('the first, the middle and the last number of a text are changed, in their first digit', async () => {
  expect(await saidOf('id,total\n1,9.50\n2,3\n')).toEqual([
    'has "1" changed to "2" in line 2',
    'has "9.50" changed to "8.50" in line 2',
    'has "3" changed to "4" in line 3',
  ]);
  expect(await textsOf('id,total\n1,9.50\n2,3\n', 1)).toEqual(['id,total\n1,9.50\n2,4\n']);
});

test('words are changed where there are too few numbers, and what is no value stays', async () => {
  expect(await textsOf('{"name": "Ada", "isOpen": true, "note": "a\\nb"}')).toEqual([
    '{"name": "Adx", "isOpen": true, "note": "a\\nb"}',
    '{"name": "Ada", "isOpen": false, "note": "a\\nb"}',
    '{"name": "Ada", "isOpen": true, "note": "x\\nb"}',
  ]);
  expect(await textsOf('<p id="7"><style>a{top:1px}</style>one</p>')).toEqual([
    '<p id="7"><style>a{top:1px}</style>onx</p>',
  ]);
  expect(await saidOf('#!/bin/sh\necho\n')).toEqual(['has "echo" changed to "echx" in line 2']);
  expect(await saidOf('-\n')).toEqual(['has "x" added at its end']);
  expect(await saidOf('')).toEqual([]);
});

test('values of a long text are found at its start, in its middle and at its end', async () => {
  const text = `1\n${'-\n'.repeat(100_000)}2\n${'-\n'.repeat(100_000)}3\n`;
  expect(await saidOf(text)).toEqual([
    'has "1" changed to "2" in line 1',
    'has "2" changed to "3" in line 100002',
    'has "3" changed to "4" in line 200003',
  ]);
});

test('a text that no pattern matches takes no longer than any other', async () => {
  for (const text of [
    `<${'a'.repeat(2 ** 20)}`,
    '('.repeat(2 ** 20),
    '1'.repeat(2 ** 20),
    'a'.repeat(2 ** 20),
  ])
    expect((await saidOf(text)).length).toBeLessThanOrEqual(3);
});

test('a cell of a workbook is changed, and the rest of the archive stays', async () => {
  const sheet =
    '<sheetData><c r="A1" t="s"><v>0</v></c><c r="B1"><v>61.5</v></c><c r="C1" t="b"><v>1</v></c></sheetData>';
  const book = zipOf([
    { name: '[Content_Types].xml', content: '<Types><Override>1</Override></Types>' },
    { name: 'xl/sharedStrings.xml', content: '<sst><si><t>East</t></si></sst>' },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    { name: 'docProps/core.xml', content: '<a><created>2026</created></a>' },
  ]);
  const others = await otherValues(book, 3);
  expect(others.map(({ what }) => what)).toEqual([
    'has "East" changed to "Easx" in line 1 of xl/sharedStrings.xml',
    'has "61.5" changed to "71.5" in line 1 of xl/worksheets/sheet1.xml',
  ]);
  const { entries } = await openZip(others[1]?.bytes ?? Buffer.alloc(0), { entries: 9, unpackedBytes: 9999 });
  const contents = await Promise.all(
    entries.map(async (entry) => Buffer.from(await entry.read()).toString()),
  );
  expect(contents).toEqual([
    '<Types><Override>1</Override></Types>',
    '<sst><si><t>East</t></si></sst>',
    sheet.replace('61.5', '71.5'),
    '<a><created>2026</created></a>',
  ]);
});

test('what is packed is unpacked, changed and packed again', async () => {
  const [other] = await otherValues(gzipSync('7\n'), 1);
  expect(gunzipSync(other?.bytes ?? Buffer.alloc(0)).toString()).toBe('8\n');
  const nested = Buffer.from(zipOf([{ name: 'a/data.csv.gz', content: gzipSync('7\n') }]));
  expect(await saidOf(nested)).toEqual(['has "7" changed to "8" in line 1 of a/data.csv.gz']);
});

test.each([
  ['packed', {}],
  ['plain', { filter: '[]' }],
])('a %s page of a PDF says something else, and can still be read', async (_what, filter) => {
  const page = { content: `${line('Report for March')}${line('Total: 1,260.49', { y: 400 })}` };
  const pdf = pdfOf([{ ...page, ...filter }]);
  const others = await otherValues(pdf, 3);
  expect(others.map(({ what }) => what)).toEqual([
    expect.stringMatching(/^has "h" changed to "\w" in "Report for March"$/),
    expect.stringMatching(/^has "9" changed to "\d" in "Total: 1,260.49"$/),
  ]);
  for (const [index, text] of ['Report for March', 'Total: 1,260.49'].entries()) {
    const bytes = others[index]?.bytes ?? Buffer.alloc(0);
    const grader = { kind: 'pdf', pages: 1, lacks: [text], contains: [text.slice(0, -1)] };
    expect(await judgeBytes(grader, bytes)).toMatchObject({ passed: true });
  }
});

test.each([
  ['png', async () => pngFrom(bars())],
  ['jpeg', async () => await jpegFrom(plain([128, 128, 128, 255]))],
])('a %s has other colours in its middle, and is still one', async (format, painted) => {
  const picture = await painted();
  const [other] = await otherValues(picture, 3);
  expect(other?.what).toMatch(/^has other colours from \d+, \d+ to \d+, \d+$/);
  const bytes = other?.bytes ?? Buffer.alloc(0);
  expect(await judgeBytes({ kind: 'picture', format }, bytes)).toMatchObject({ passed: true });
  const grader = { kind: 'picture', likeFile: 'e', distance: 0.03 };
  expect(await judgeBytes(grader, bytes, picture)).toMatchObject({ passed: false });
});

test('of a format that is not known one byte is changed', async () => {
  expect(await saidOf(Buffer.from([255, 254, 253]))).toEqual(['has byte 1 changed from 254 to 1']);
});

test.each([
  ['a zip', 'PK\x03\x04 and no end'],
  ['a PDF', '%PDF-1.7 and no streams'],
  ['a PNG', '\x89PNG\r\n\x1a\n and no chunks'],
  ['gzip', '\x1f\x8b and no stream'],
])('%s that cannot be read is left as it is', async (_what, content) => {
  expect(await saidOf(Buffer.from(content, 'latin1'))).toEqual([]);
});
