import { posix } from 'node:path';
import type { SqliteGrader } from '../contracts/data-grader.ts';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import type { CommandResult } from '../sandbox/sandbox.ts';
import { givenFile } from './given-file.ts';
import type { Grader, GradingContext, Judgement } from './grader.ts';
import { runOwnProgram } from './own-program.ts';

/** More than the program in the sandbox prints. */
const MAX_OUTPUT_BYTES = 2 * 1024 ** 2;
/** The exit code of `sandbox/query-database.py` for a query that no database could answer. */
const NO_QUERY = 2;

/**
 * Compares the rows that a query returns. The database is only opened in a sandbox: SQLite runs what is in its schema,
 * and whoever made the file may know a fault of SQLite's.
 */
export const sqlite: Grader<'sqlite'> = {
  needsSandbox: true,
  needsSolution: true,
  isAboutWork: false,
  async grade(spec, context) {
    const sandbox = await context.openSandbox();
    const { path, query, timeoutSeconds: seconds } = spec;
    const input = { path: posix.join(WORKSPACE, path), query };
    const program = { name: 'query-database', input, seconds, maxOutputBytes: MAX_OUTPUT_BYTES };
    const ended = await runOwnProgram(program, sandbox, context.signal);
    return problemIn(spec, ended) ?? (await compare(spec, ended.stdout, context));
  },
};

function problemIn(spec: SqliteGrader, { timedOut, exitCode, stderr }: CommandResult): Judgement | null {
  if (timedOut)
    return failed(`the query did not end within ${spec.timeoutSeconds} s`, 'it does not end by itself');
  if (exitCode === NO_QUERY) return failed(stderr.trim(), 'its query cannot be asked');
  return exitCode === 0 ? null : failed(`${spec.path} ${stderr.trim() || `ended it: exit code ${exitCode}`}`);
}

function failed(detail: string, problem: string | null = null): Judgement {
  return {
    ...{ passed: false, detail, difference: null, whyBroken: () => problem },
    ...(problem === null ? {} : { isNoVerdict: true }),
  };
}

/** Rows are compared like any JSON. */
async function compare(
  spec: SqliteGrader,
  rows: string,
  { contents, gradingFiles, signal }: GradingContext,
): Promise<Judgement> {
  const { title, rows: equals, rowsFile: equalsFile, tolerance, anyOrder } = spec;
  const asJson = {
    ...{ kind: 'json-equals' as const, title, path: 'the result of the query', tolerance },
    ...{ equals, equalsFile, ignore: [], anyOrder: anyOrder ? [''] : [] },
  };
  const task = { spec: asJson, found: Buffer.from(rows), given: givenFile(spec, gradingFiles) };
  const verdict = await contents.judge(task, signal);
  if (verdict === null) return failed('the result of the query takes too long to be judged');
  return { ...verdict, whyBroken: () => null };
}
