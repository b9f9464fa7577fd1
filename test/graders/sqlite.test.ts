import { describe, expect, test } from 'vitest';
import { shellQuote } from '../../src/base/shell-quote.ts';
import { SqliteGrader } from '../../src/contracts/data-grader.ts';
import { sqlite } from '../../src/graders/sqlite.ts';
import type { CommandResult } from '../../src/sandbox/sandbox.ts';
import { PATIENCE_SECONDS } from '../fixtures/patience.ts';
import { python } from '../hostile/hostile-case.ts';
import { answering } from './fixed-answers.ts';
import { gradingInDocker } from './grading.ts';
import { contextOf } from './grading-context.ts';
import { gradingInOneSandbox } from './one-sandbox.ts';

const { judgeLeft } = gradingInDocker();
const { contextAfter } = gradingInOneSandbox();

const ROWS = [
  ['East', 300],
  ['West', 0.5],
];

function specOf(fields: object): SqliteGrader {
  const given = 'rowsFile' in fields ? {} : { rows: ROWS };
  return SqliteGrader.parse({
    ...{ kind: 'sqlite', title: 'the totals', path: 'data.db', query: 'SELECT region, total FROM totals' },
    ...{ timeoutSeconds: PATIENCE_SECONDS, ...given, ...fields },
  });
}

/** The commands of an agent that fills a database. */
function filled(...more: readonly string[]): string {
  return python(
    'import sqlite3, os',
    'db = sqlite3.connect("data.db", isolation_level=None)',
    'run = db.execute',
    ...more,
  );
}

const TABLE = 'run("CREATE TABLE totals (region, total)")';
const VALUES = `run("INSERT INTO totals VALUES ('East', 300), ('West', 0.5)")`;

async function verdictOn(leave: string, fields: object = {}, grade: Record<string, string> = {}) {
  const [verdict] = await judgeLeft(leave, [specOf(fields)], grade);
  return verdict;
}

/** The same, for what is decided by the program that asks the database. */
async function answerOf(leave: string, fields: object = {}, grade: Record<string, string> = {}) {
  const afresh = `find /workspace -mindepth 1 -delete; ${leave}`;
  return await sqlite.grade(
    specOf(fields),
    await contextAfter(`as-agent bash -c ${shellQuote(afresh)}`, grade),
  );
}

describe('the rows of a query are compared', () => {
  const passing: [string, string[], object, Record<string, string>?][] = [
    ['with those expected', [TABLE, VALUES], {}],
    [
      'with those of a file of the suite, by all digits',
      [TABLE, 'run("INSERT INTO totals VALUES (NULL, 9007199254740993)")'],
      { rowsFile: 'rows.json' },
      { 'rows.json': '[[null, 9007199254740993]]' },
    ],
    ['in any order', [TABLE, VALUES], { rows: ROWS.toReversed(), anyOrder: true }],
    [
      'within a tolerance',
      [TABLE, "run(\"INSERT INTO totals VALUES ('East', 299.999), ('West', 0.5001)\")"],
      { tolerance: 0.01 },
    ],
    ['where there are none', [TABLE], { rows: [] }],
    [
      'where the changes are still in a write-ahead log',
      ['run("PRAGMA journal_mode=WAL")', TABLE, VALUES, 'os._exit(0)'],
      {},
    ],
    [
      'where a view has the name of the table',
      [
        'run("CREATE TABLE kept (region, total)")',
        VALUES.replace('totals', 'kept'),
        'run("CREATE VIEW totals AS SELECT * FROM kept")',
      ],
      {},
    ],
    [
      'where a search of full text finds them',
      ['run("CREATE VIRTUAL TABLE note USING fts5(text)")', `run("INSERT INTO note VALUES ('disk full')")`],
      { query: "SELECT text FROM note WHERE note MATCH 'full'", rows: [['disk full']] },
    ],
    [
      'where they describe the database itself',
      [TABLE],
      { query: "SELECT name FROM pragma_table_info('totals')", rows: [['region'], ['total']] },
    ],
  ];

  test.each(passing)('%s', async (_, commands, fields, grade) => {
    expect(await answerOf(filled(...commands), fields, grade)).toMatchObject({ passed: true });
  });

  test('behind a link, as the agent saw them', async () => {
    const left = `${filled(TABLE, VALUES)}; mkdir kept; mv data.db kept; ln -s kept/data.db data.db`;
    expect(await verdictOn(left)).toMatchObject({ passed: true });
  });

  const failing: [string, string[], RegExp][] = [
    ['another value', [TABLE, VALUES.replace('300', '301')], /query: \/0\/1 is 301, and not 300$/],
    ['a text for a number', [TABLE, VALUES.replace('300', "'300'")], /is "300", and not 300$/],
    ['bytes for a text', [TABLE, VALUES.replace("'East'", "x'45617374'")], /is an object, and not "East"$/],
    ['text that is not UTF-8', [TABLE, VALUES.replace("'East'", "CAST(x'ff' AS TEXT)")], /is an object/],
    ['an infinite number', [TABLE, VALUES.replace('300', '9e999')], /is an object, and not 300$/],
    ['a row more', [TABLE, VALUES, VALUES], /has 4 items, and not 2$/],
    [
      'the wrong order',
      [TABLE, VALUES.replace("('East', 300), ('West', 0.5)", "('West', 0.5), ('East', 300)")],
      /\/0\/0/,
    ],
    ['no such table', [], /^data.db cannot be queried: no such table: totals$/],
  ];

  test.each(failing)('%s is a wrong answer', async (_, commands, detail) => {
    expect(await answerOf(filled(...commands))).toMatchObject({
      passed: false,
      detail: expect.stringMatching(detail),
    });
  });
});

describe('a database that is made to deceive, to stall or to break its reader fails:', () => {
  const ENDLESS = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)';
  const cases: [string, string, object, RegExp][] = [
    ['nothing at all', 'true', {}, /^data.db does not exist$/],
    ['a link that leads nowhere', 'ln -s gone data.db', {}, /^data.db is a link that leads nowhere$/],
    ['a folder', 'mkdir data.db', {}, /is not a file$/],
    ['a pipe', 'mkfifo data.db', {}, /is not a file$/],
    ['a device', 'ln -s /dev/null data.db', {}, /is not a file$/],
    ['an endless device', 'ln -s /dev/zero data.db', {}, /^data.db/],
    ['no database', 'seq 100000 >data.db', {}, /^data.db cannot be queried: file is not a database$/],
    ['an empty file', ': >data.db', {}, /no such table: totals$/],
    [
      'one that is cut in half',
      `${filled(TABLE, VALUES, 'run("INSERT INTO totals VALUES (zeroblob(99999), 1)")')}; truncate -s 8K data.db`,
      {},
      /malformed$/,
    ],
    [
      'one that is larger than is copied',
      `${filled(TABLE, VALUES)}; truncate -s 1G data.db`,
      {},
      /^data.db cannot be queried/,
    ],
    [
      'one that is too large with its log',
      `${filled(TABLE, VALUES)}; truncate -s 31M data.db data.db-wal`,
      {},
      /more than 60 MiB$/,
    ],
    ['a log that is a pipe', `${filled(TABLE, VALUES)}; mkfifo data.db-wal`, {}, /is not a file$/],
    [
      'a name that looks like an option of the way to open it',
      `${filled(TABLE, VALUES)}; mv data.db 'other.db?mode=rwc'`,
      { path: 'other.db' },
      /^other.db does not exist$/,
    ],
  ];

  test.each(cases)('%s', async (_, leave, fields, detail) => {
    expect(await verdictOn(leave, fields)).toMatchObject({
      passed: false,
      detail: expect.stringMatching(detail),
    });
  });

  const schemas: typeof cases = [
    [
      'a transaction that was not finished',
      filled(
        ...[TABLE, VALUES, 'run("PRAGMA cache_size=1")', 'run("BEGIN")'],
        ...['for i in range(3000): run("INSERT INTO totals VALUES (zeroblob(500), 1)")', 'os._exit(0)'],
      ),
      {},
      /^data.db cannot be queried: a transaction was left unfinished/,
    ],
    [
      'a view that never ends',
      filled(`run("CREATE VIEW totals AS ${ENDLESS} SELECT 'East' region, count(*) total FROM c")`),
      { timeoutSeconds: 2 },
      /^the query did not end within 2 s$/,
    ],
    [
      'a view that returns endlessly',
      filled(`run("CREATE VIEW totals AS ${ENDLESS} SELECT 'East' region, n total FROM c")`),
      {},
      /it returns more than 10000 rows or 1 MiB$/,
    ],
    [
      'a view of enormous values',
      filled(
        `run("CREATE VIEW totals AS ${ENDLESS} SELECT hex(zeroblob(400000000)) region, n total FROM c")`,
      ),
      {},
      /^data.db cannot be queried: /,
    ],
    [
      'a view that loads a library',
      filled(`run("CREATE VIEW totals AS SELECT load_extension('/workspace/x.so') region, 300 total")`),
      {},
      /not authorized|unsafe use|no such function/,
    ],
    [
      'a view of views of views',
      filled(
        'run("CREATE VIEW v0 AS SELECT 1 region, 2 total")',
        'for i in range(200): run(f"CREATE VIEW v{i + 1} AS SELECT a.region, b.total FROM v{i} a, v{i} b")',
        'run("CREATE VIEW totals AS SELECT * FROM v200")',
      ),
      { timeoutSeconds: 5 },
      /^data.db cannot be queried: |did not end/,
    ],
  ];

  test.each(schemas)('%s', async (_, leave, fields, detail) => {
    expect(await answerOf(leave, fields)).toMatchObject({
      passed: false,
      detail: expect.stringMatching(detail),
    });
  });

  test('modules of Python that it lies among are not imported', async () => {
    const shadows =
      'for m in sqlite3 json os tempfile sitecustomize; do echo "raise SystemExit(0)" >$m.py; done';
    expect(await verdictOn(`${filled(TABLE, VALUES)}; ${shadows}`)).toMatchObject({ passed: true });
    expect(await verdictOn(shadows)).toMatchObject({ passed: false });
  });
});

test('what the query changes is refused', async () => {
  const query = "WITH gone AS (SELECT 1) DELETE FROM totals WHERE region = 'East' RETURNING region, total";
  expect(await answerOf(filled(TABLE, VALUES), { query, rows: [['East', 300]] })).toMatchObject({
    passed: false,
    detail: 'data.db cannot be queried: not authorized',
  });
});

describe('over an untouched workspace', () => {
  /** A sandbox in which the program ends like this. */
  async function judge(ended: Partial<CommandResult>, fields: object = {}, grade = {}) {
    const openSandbox = answering({ stdout: '[]', ...ended });
    return await sqlite.grade(specOf(fields), await contextOf({ left: {}, openSandbox, grade }));
  }

  test('a query that no database understands is broken, and so is one that does not end', async () => {
    const senseless = await judge({ exitCode: 2, stderr: 'the query is not one SELECT: near "selec"\n' });
    expect(senseless).toMatchObject({ passed: false, detail: 'the query is not one SELECT: near "selec"' });
    const endless = await judge({ exitCode: null, timedOut: true });
    expect([senseless, endless].map(({ whyBroken }) => whyBroken(true))).toEqual([
      'its query cannot be asked',
      'it does not end by itself',
    ]);
  });

  test('a database that lacks the answer is a wrong answer', async () => {
    const lacking = await judge({ exitCode: 1, stderr: 'does not exist\n' });
    expect(lacking).toMatchObject({ passed: false, detail: 'data.db does not exist' });
    const empty = await judge({});
    expect([lacking, empty].map(({ whyBroken }) => whyBroken(false))).toEqual([null, null]);
  });

  test('rows that are expected and are not JSON break the grader', async () => {
    await expect(judge({}, { rowsFile: 'rows.json' }, { 'rows.json': '[' })).rejects.toMatchObject({
      code: 'GRADER_FAILED',
    });
  });
});

test.each(['SELECT 1; SELECT 2', 'SELECT', 'SELECT 1)'])(
  'a query other than one SELECT is refused before the database is opened: %s',
  async (query) => {
    expect(await answerOf('echo nonsense >data.db', { query })).toMatchObject({
      passed: false,
      detail: expect.stringMatching(/^the query is not one SELECT: /),
    });
  },
);

test.each(['DROP TABLE totals', 'PRAGMA user_version', "ATTACH 'x' AS y", '-- nothing', ''])(
  'no suite has a query such as %j',
  (query) => {
    expect(() => specOf({ query })).toThrow('one SELECT');
  },
);

test('no suite expects a value that SQLite does not have', () => {
  expect(() => specOf({ rows: [[true]] })).toThrow('a text, a number or null');
});
