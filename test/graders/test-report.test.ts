import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { TestReportGrader } from '../../src/contracts/command-grader.ts';
import { testReport } from '../../src/graders/test-report.ts';
import type { CommandResult } from '../../src/sandbox/sandbox.ts';
import { PATIENCE_SECONDS } from '../fixtures/patience.ts';
import { answering } from './fixed-answers.ts';
import { gradingInDocker } from './grading.ts';
import { contextOf } from './grading-context.ts';
import { gradingInOneSandbox } from './one-sandbox.ts';

const { judgeBy, judgeLeft } = gradingInDocker();
const { contextAfter } = gradingInOneSandbox();

function specOf(fields: object): TestReportGrader {
  return TestReportGrader.parse({
    ...{ kind: 'test-report', title: 'the tests', report: 'junit.xml', command: RUN_TESTS },
    ...{ timeoutSeconds: PATIENCE_SECONDS, ...fields },
  });
}

/** Tests of the suite that ask a program of the agent as its user. */
const RUN_TESTS =
  'node --test --test-reporter=junit --test-reporter-destination="$ASSAY_REPORTS/junit.xml" /grade/double.test.mjs';
const TESTS = `
import { test, describe } from 'node:test';
import { equal } from 'node:assert';
import { execFileSync } from 'node:child_process';
const double = (input) => execFileSync('as-agent', ['timeout', '20', 'python3', 'double.py'], { input, encoding: 'utf8' });
describe('double', () => {
  test('a number', () => equal(double('21'), '42\\n'));
  test('nothing', () => equal(double('0'), '0\\n'));
});`;
const GRADE = { 'double.test.mjs': TESTS };
const RIGHT = 'print(2 * int(input()))\n';

async function verdictOn(program: string, fields: object = {}) {
  const situation = { workspace: { 'double.py': program }, grade: GRADE };
  const [verdict] = await judgeBy([specOf(fields)], situation);
  return verdict;
}

describe('tests in a sandbox', () => {
  test('pass if the program does what they ask', async () => {
    const fields = { atLeast: 2, tests: ['nothing', 'double.a number'] };
    expect(await verdictOn(RIGHT, fields)).toMatchObject({ passed: true, detail: '2 tests passed' });
  });

  test('fail by their names if it does something else', async () => {
    expect(await verdictOn('input(); print(42)\n')).toMatchObject({
      passed: false,
      detail: '1 of 2 tests failed: double.nothing',
    });
  });

  test('do not count without their report', async () => {
    expect(await verdictOn(RIGHT, { report: 'other.xml' })).toMatchObject({
      passed: false,
      detail: expect.stringMatching(/^other.xml shows no tests: there is none; exit code 0/),
    });
  });
});

/** An agent's program that reports in the place of the tests. */
const FORGED =
  '<testsuite><testcase name="a number" classname="double"/><testcase name="nothing"/></testsuite>';
const FORGERIES: [string, string][] = [
  [
    'writes a report of its own',
    `import os, glob
for folder in ["/home/grader/reports", "/home/grader", os.environ.get("ASSAY_REPORTS", "reports"), "reports", "."]:
  try:
    os.makedirs(folder, exist_ok=True)
    open(folder + "/junit.xml", "w").write('${FORGED}')
  except OSError: pass
`,
  ],
  [
    'puts a link to one in the place of the folder',
    `import os
open("/tmp/junit.xml", "w").write('${FORGED}')
for place in ["/home/grader/reports", "/workspace/reports"]:
  try: os.symlink("/tmp", place)
  except OSError: pass
`,
  ],
  [
    'stays behind to overwrite it',
    `import os, time
if os.fork() == 0:
  os.setsid()
  while True:
    for pid in filter(str.isdigit, os.listdir("/proc")):
      try: open(f"/proc/{pid}/cwd/junit.xml", "w").write('${FORGED}')
      except OSError: pass
`,
  ],
  ['prints one', `print('${FORGED}')\n`],
  ['ends the runner', 'import os\nos.kill(-1, 9)\n'],
];

describe('the program under test has failed if it', () => {
  test.each(FORGERIES)('%s', async (_, program) => {
    expect(await verdictOn(program)).toMatchObject({
      passed: false,
      detail: expect.stringMatching(/^2 of 2 tests failed/),
    });
  });

  test('leaves files that a runner would load', async () => {
    const leave = [
      `for m in sitecustomize usercustomize conftest unittest json; do echo 'import os; os._exit(0)' >$m.py; done`,
      `echo '{"type":"module","scripts":{"test":"true"}}' >package.json; echo 'process.exit(0)' >double.test.mjs`,
      `mkdir -p reports node_modules/node:test; echo '${FORGED}' >reports/junit.xml; echo "--require /workspace/x" >.noderc`,
      `echo 'raise SystemExit(3)' >double.py`,
    ].join('; ');
    const [verdict] = await judgeLeft(leave, [specOf({})], GRADE);
    expect(verdict).toMatchObject({ passed: false, detail: expect.stringMatching(/^2 of 2 tests failed/) });
  });
});

/** What is said of a report that a command writes. */
async function verdictOnReport(report: string, fields: object = {}) {
  const command = 'cp ~/report "$ASSAY_REPORTS"';
  const packed = gzipSync(report).toString('base64');
  const context = await contextAfter(`rm -rf ~/reports; base64 -d <<<${packed} | gunzip >~/report`);
  return await testReport.grade(specOf({ command, report: 'report', ...fields }), context);
}

const ctrf = (tests: readonly object[], summary: object = {}) =>
  JSON.stringify({ results: { summary, tests } });
const TWO = [
  { name: 'a', status: 'passed', suite: ['s', 't'] },
  { name: 'b', status: 'skipped' },
];

describe('a report passes', () => {
  const cases: [string, string, object][] = [
    ['of CTRF', ctrf(TWO.slice(0, 1), { failed: 0 }), { tests: ['s.t.a'] }],
    ['that skips what may be skipped', ctrf(TWO), { allowSkipped: true, tests: ['a'] }],
    ['of JUnit with one suite', '<testsuite failures="0"><testcase name="a"/></testsuite>', { tests: ['a'] }],
    [
      'of JUnit in another encoding, with a name space',
      '<?xml version="1.0" encoding="iso-8859-1"?><j:testsuites xmlns:j="x"><j:testsuite><j:testcase name="a"/></j:testsuite></j:testsuites>',
      {},
    ],
  ];

  test.each(cases)('%s', async (_, report, fields) => {
    expect(await verdictOnReport(report, fields)).toMatchObject({ passed: true, detail: '1 test passed' });
  });
});

describe('a report fails', () => {
  const one = '<testcase name="a"/>';
  const NEITHER = /^report shows no tests: it is neither JUnit XML nor CTRF JSON; exit code 0$/;
  const cases: [string, string, object, RegExp][] = [
    ['that is empty', '', {}, NEITHER],
    ['that is a text', 'all tests passed', {}, NEITHER],
    ['with no tests', '<testsuites/>', {}, /^0 tests ran, and not at least 1$/],
    ['with too few tests', ctrf(TWO), { atLeast: 2, allowSkipped: true }, /^1 test ran, and not at least 2$/],
    ['that skips a test', ctrf(TWO), {}, /^1 test did not run: b$/],
    [
      'that skips a test which must pass',
      ctrf(TWO),
      { allowSkipped: true, tests: ['b'] },
      /the test b did not run$/,
    ],
    [
      'without a test that must pass',
      ctrf(TWO.slice(0, 1)),
      { tests: ['a', 't.a'] },
      /the test t.a did not run$/,
    ],
    ['with an unknown status', ctrf([{ name: 'a', status: 'fine' }]), {}, /^1 of 1 test failed: a$/],
    ['whose summary counts a failure', ctrf(TWO.slice(0, 1), { failed: 1 }), {}, /failed: the summary$/],
    ['with an error', '<testsuite><testcase name="a"><error/></testcase></testsuite>', {}, /failed: a$/],
    ['whose suite fails by itself', `<testsuite name="s">${one}<error/></testsuite>`, {}, /failed: s$/],
    ['whose suite counts a failure', `<testsuite name="s" errors="1">${one}</testsuite>`, {}, /failed: s$/],
    [
      'with a test that was not run',
      '<testsuite><testcase name="a" status="notrun"/></testsuite>',
      {},
      /did not run: a$/,
    ],
    ['that is cut off', `<testsuite>${one}`, {}, /it is not XML: no element found/],
    ['of another kind', `<html>${one}</html>`, {}, /it begins with <html>/],
    [
      'with entities that stand for gigabytes',
      `<!DOCTYPE t [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><testsuite>${one}&b;</testsuite>`,
      {},
      /it declares a document type/,
    ],
    [
      'with an entity that is another file',
      `<!DOCTYPE t [<!ENTITY a SYSTEM "file:///grade/report">]><testsuite>${one}&a;</testsuite>`,
      {},
      /it declares a document type/,
    ],
    ['nested too deeply', '<testsuite>'.repeat(5000), {}, /nested deeper than 100/],
    ['nested too deeply as JSON', '['.repeat(200_000), {}, NEITHER],
    ['with too many tests', `<testsuite>${one.repeat(10_001)}</testsuite>`, {}, /more than 10000 tests/],
    ['in no encoding', `<?xml version="1.0" encoding="none"?><testsuite>${one}</testsuite>`, {}, /neither/],
    ['of other shapes', '{"results":{"tests":[{"name":{},"status":[]}]}}', {}, NEITHER],
  ];

  test.each(cases)('%s', async (_, report, fields, detail) => {
    expect(await verdictOnReport(report, fields)).toMatchObject({
      passed: false,
      detail: expect.stringMatching(detail),
    });
  });

  const places: [string, string, RegExp][] = [
    ['that is a folder', 'mkdir "$ASSAY_REPORTS/report"', /it is not a file/],
    ['that is a pipe', 'mkfifo "$ASSAY_REPORTS/report"', /it is not a file/],
    ['that is a link', 'ln -s ~/report "$ASSAY_REPORTS/report"', /it cannot be read: Too many levels/],
    ['that is too large', 'truncate -s 17M "$ASSAY_REPORTS/report"', /more than 16 MiB/],
    [
      'of a command that fails',
      'cp ~/report "$ASSAY_REPORTS"; exit 3',
      /^the report shows no failure, but the command failed; exit code 3$/,
    ],
  ];

  test.each(places)('%s', async (_, command, detail) => {
    const report = ctrf(TWO.slice(0, 1));
    expect(await verdictOnReport(report, { command })).toMatchObject({
      passed: false,
      detail: expect.stringMatching(detail),
    });
  });
});

describe('over an untouched workspace', () => {
  async function judge(...ends: readonly Partial<CommandResult>[]) {
    return await testReport.grade(specOf({}), await contextOf({ left: {}, openSandbox: answering(...ends) }));
  }

  test('a command is broken that does not end, or that cannot work', async () => {
    const endless = await judge({ exitCode: null, timedOut: true });
    expect(endless.whyBroken(true)).toBe('it does not end by itself');
    expect(endless.isNoVerdict).toBe(true);
    const stderr = '/bin/bash: line 2: pytest: command not found\n';
    const lacking = await judge({ exitCode: 127, stderr }, { exitCode: 1, stderr: 'there is none\n' });
    expect(lacking).toMatchObject({
      passed: false,
      detail: `junit.xml shows no tests: there is none; exit code 127: ${stderr.trim()}`,
    });
    expect([lacking.whyBroken(false), lacking.whyBroken(true)]).toEqual(['it cannot do its work', null]);
  });

  test('tests that fail are a wrong answer', async () => {
    const tests = [{ name: 'a', group: '', status: 'failed' }];
    const failing = await judge({ exitCode: 1 }, { stdout: JSON.stringify(tests) });
    expect([failing.detail, failing.whyBroken(false)]).toEqual(['1 of 1 test failed: a', null]);
  });

  test.each(['', '[{"name":"a"', '[{"name":"a","group":"","status":"fine"}]'])(
    'a report that the reader did not print, %j, is a wrong answer',
    async (stdout) => {
      expect(await judge({}, { stdout })).toMatchObject({
        passed: false,
        detail: 'junit.xml shows no tests: it cannot be read as a whole; exit code 0',
      });
    },
  );
});
