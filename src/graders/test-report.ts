import { printed } from '../base/printed.ts';
import type { TestReportGrader } from '../contracts/command-grader.ts';
import { TestReport } from '../contracts/test-report.ts';
import type { CommandResult, Sandbox } from '../sandbox/sandbox.ts';
import type { Grader, GradingContext, Judgement } from './grader.ts';
import { runOwnProgram } from './own-program.ts';
import { endingOf, judgedByEnd, outOfTime, runCommand } from './run-command.ts';

/** The home folder is the grader's, and closed to the agent's user. `sandbox/read-report.py` looks here. */
const MAKE_FOLDER = 'export ASSAY_REPORTS="$HOME/reports"; mkdir "$ASSAY_REPORTS"\n';
const READ_SECONDS = 60;
/** Enough for the names of thousands of tests. */
const MAX_OUTPUT_BYTES = 4 * 1024 ** 2;
const MAX_LISTED = 5;

type Test = TestReport[number];

/** Judges by the report of a test runner. It is read once everything that ran has ended. */
export const testReport: Grader<'test-report'> = {
  needsSandbox: true,
  needsSolution: true,
  isAboutWork: false,
  async grade(spec, { openSandbox, signal }) {
    const sandbox = await openSandbox();
    const ended = await runCommand(spec, { sandbox, signal, setup: MAKE_FOLDER });
    if (ended.timedOut) return outOfTime(spec);
    const report = await readReport(spec, sandbox, signal);
    const lacking = (why: string) => failed(`${why}; ${endingOf(ended)}`, spec, ended);
    if ('fault' in report)
      return { ...lacking(`${spec.report} shows no tests: ${report.fault}`), isNoVerdict: true };
    const complaint = complaintAbout(report.tests, spec);
    if (complaint !== null) return { passed: false, detail: complaint, difference: null, ...SOUND };
    if (ended.exitCode !== 0) return lacking('the report shows no failure, but the command failed');
    const count = report.tests.filter(({ status }) => status === 'passed').length;
    return { passed: true, detail: `${tests(count)} passed`, difference: null, ...SOUND };
  },
};

const SOUND = { whyBroken: () => null };

function failed(detail: string, spec: TestReportGrader, ended: CommandResult): Judgement {
  return judgedByEnd({ passed: false, detail }, spec, ended);
}

async function readReport(
  { report }: TestReportGrader,
  sandbox: Sandbox,
  signal: GradingContext['signal'],
): Promise<{ tests: TestReport } | { fault: string }> {
  const limits = { seconds: READ_SECONDS, maxOutputBytes: MAX_OUTPUT_BYTES };
  const read = await runOwnProgram({ name: 'read-report', input: { report }, ...limits }, sandbox, signal);
  if (read.timedOut) return { fault: 'it takes too long to be read' };
  if (read.exitCode !== 0) return { fault: read.stderr.trim() || 'it cannot be read' };
  const tests = printed(TestReport, read.stdout);
  return tests === null ? { fault: 'it cannot be read as a whole' } : { tests };
}

function complaintAbout(all: readonly Test[], spec: TestReportGrader): string | null {
  const by = (status: Test['status']) => all.filter((test) => test.status === status);
  const [bad, skipped] = [by('failed'), by('skipped')];
  if (bad.length > 0) return `${bad.length} of ${tests(all.length)} failed: ${listed(bad)}`;
  if (skipped.length > 0 && !spec.allowSkipped)
    return `${tests(skipped.length)} did not run: ${listed(skipped)}`;
  const ran = all.length - skipped.length;
  if (ran < spec.atLeast) return `${tests(ran)} ran, and not at least ${spec.atLeast}`;
  const passed = new Set(by('passed').flatMap(({ name, group }) => [name, `${group}.${name}`]));
  const missing = spec.tests.find((name) => !passed.has(name));
  return missing === undefined ? null : `the test ${missing} did not run`;
}

function listed(some: readonly Test[]): string {
  const names = some
    .slice(0, MAX_LISTED)
    .map(({ group, name }) => (group === '' ? name : `${group}.${name}`));
  return some.length > MAX_LISTED
    ? `${names.join(', ')}, and ${some.length - MAX_LISTED} more`
    : names.join(', ');
}

function tests(count: number): string {
  return count === 1 ? '1 test' : `${count} tests`;
}
