import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { shellQuote } from '../../../src/base/shell-quote.ts';
import { changeDatabase, isDatabase } from '../../../src/runner/other-values/change-database.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { gradingInOneSandbox } from '../../graders/one-sandbox.ts';
import { python } from '../../hostile/hostile-case.ts';

const { contextAfter } = gradingInOneSandbox();

async function othersOf(...statements: readonly string[]) {
  const fill = python(
    'import sqlite3',
    'db = sqlite3.connect("data.db", isolation_level=None)',
    ...statements.map((statement) => `db.execute(${JSON.stringify(statement)})`),
  );
  const afresh = `find /workspace -mindepth 1 -delete; ${fill}`;
  const { openSandbox, signal } = await contextAfter(`as-agent bash -c ${shellQuote(afresh)}`);
  return await changeDatabase('/workspace/data.db', 3, await openSandbox(), signal);
}

async function rowsIn(bytes: Uint8Array, query: string): Promise<unknown[]> {
  const file = join(temporaryFolder(), 'data.db');
  await writeFile(file, bytes);
  const database = new Database(file);
  try {
    return database.prepare(query).raw().all();
  } finally {
    database.close();
  }
}

test('SQLite changes one cell at the top, in the middle and at the end, and nothing else', async () => {
  const others = await othersOf(
    'PRAGMA journal_mode=WAL',
    'CREATE TABLE totals (id INTEGER PRIMARY KEY, region TEXT UNIQUE, total REAL CHECK (total < 500))',
    "INSERT INTO totals VALUES (1, 'East', 300), (2, 'West', 0.5), (3, 'North', NULL)",
    'CREATE TABLE log (what)',
    "CREATE TRIGGER seen AFTER UPDATE ON totals BEGIN INSERT INTO log VALUES ('changed'); END",
    'CREATE VIEW sums AS SELECT sum(total) FROM totals',
  );
  expect(others.map(({ what }) => what)).toEqual([
    'has 1 changed to 1001 in column id of row 1 of totals',
    'has "West" changed to "Wesx" in column region of row 2 of totals',
    'has null changed to "x" in column total of row 3 of totals',
  ]);
  const bytes = others[0]?.bytes ?? new Uint8Array();
  expect(isDatabase(Buffer.from(bytes))).toBe(true);
  expect(await rowsIn(bytes, 'SELECT * FROM totals')).toEqual([
    [2, 'West', 0.5],
    [3, 'North', null],
    [1001, 'East', 300],
  ]);
  expect(await rowsIn(bytes, 'SELECT name FROM sqlite_schema ORDER BY name')).toContainEqual(['seen']);
  expect(await rowsIn(bytes, 'SELECT * FROM log')).toEqual([]);
});

test('what is no database, or has no cells, is left as it is', async () => {
  expect(await othersOf('CREATE TABLE totals (region)')).toEqual([]);
  expect(await othersOf()).toEqual([]);
});
