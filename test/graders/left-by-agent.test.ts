import { beforeAll, describe, expect, test } from 'vitest';
import { shellQuote } from '../../src/base/shell-quote.ts';
import type { Verdict } from '../../src/contracts/grade.ts';
import type { GraderSpec } from '../../src/contracts/grader-spec.ts';
import { python } from '../hostile/hostile-case.ts';
import { gradingInDocker } from './grading.ts';

const { judgeLeft } = gradingInDocker();

const command = (text: string, timeoutSeconds = 60): GraderSpec => ({
  ...{ kind: 'command-exit', title: text, command: text, exitCode: 0, timeoutSeconds },
});
const equals = (path: string, text: string): GraderSpec => ({
  ...{ kind: 'file-content', title: path, path, equals: text },
});
const ANSWER = [equals('total.txt', '42\n'), command('test "$(cat total.txt)" = 42')];
const SOCKET = python('import socket', 'socket.socket(socket.AF_UNIX).bind("dev.sock")');

const HARMLESS: [string, string, GraderSpec[]][] = [
  ['a pipe', 'mkfifo queue', [command('test -p queue && as-agent test -p queue && test -p queue')]],
  ['a socket', SOCKET, [command('test -e dev.sock && ! cat dev.sock')]],
  ['a log that is discarded', 'ln -s /dev/null log', [command('test -z "$(cat log)"')]],
  [
    'a cache in the home folder',
    'mkdir -p ~/.cache/x; echo 1 >~/.cache/x/y; ln -s ~/.cache/x .cache',
    [command('test "$(cat .cache/y)" = 1 && as-agent cat .cache/y')],
  ],
  [
    'a build in /tmp',
    'ln -s /tmp build; echo 1 >/tmp/out.o',
    [command('test -f build/out.o'), equals('build/out.o', '1\n')],
  ],
  [
    'a link to a parent folder',
    'ln -s .. up; mkdir d; ln -s .. d/up',
    [command('test -e up && test "$(cat d/up/total.txt)" = 42')],
  ],
  ['a dangling link', 'ln -s out/main main', [command('test -L main && test ! -e main')]],
  [
    'a package with a program that is a link',
    [
      'mkdir -p node_modules/.bin node_modules/sum/lib',
      'echo "module.exports = 42" >node_modules/sum/lib/sum.js',
      'printf "#!/usr/bin/env node\\nconsole.log(require(\'./sum.js\'))\\n" >node_modules/sum/lib/cli.js',
      'chmod +x node_modules/sum/lib/cli.js; ln -s ../sum/lib/cli.js node_modules/.bin/sum',
    ].join('; '),
    [
      command(
        'test "$(as-agent node_modules/.bin/sum)" = 42 && test "$(as-agent node_modules/.bin/sum)" = 42',
      ),
    ],
  ],
  [
    'links and hard links to a large file',
    'head -c 25M /dev/zero >data; ln -s data one; ln -s data two; ln data three; ln data four; ln data five',
    [command('cmp one two && cmp three five && test one -ef two && test three -ef four')],
  ],
  [
    'a version and an interpreter behind links',
    'mkdir v1 venv; echo "print(42)" >v1/p.py; ln -s v1 cur; ln -s /usr/bin/python3 venv/python',
    [command('for i in 1 2 3; do test "$(as-agent venv/python cur/p.py)" = 42 || exit 1; done')],
  ],
  ['a file that is mostly a hole', 'truncate --size=1G sparse', [command('test -e sparse && ! cat sparse')]],
  [
    'names that are not UTF-8',
    `echo 1 >$'\\xff'; ln -s $'\\xff' $'\\xfe'`,
    [command(`test "$(cat $'\\xfe')" = 1`)],
  ],
];

/** All of them lie in one workspace, and each has graders of its own. */
describe('honest work passes together with', () => {
  let verdicts: readonly Verdict[] = [];
  beforeAll(async () => {
    const leave = ['echo 42 >total.txt', ...HARMLESS.map(([, left]) => left)].join('\n');
    verdicts = await judgeLeft(leave, [...ANSWER, ...HARMLESS.flatMap(([, , graders]) => graders)]);
  });

  test.each(HARMLESS)('%s', (_, _leave, graders) => {
    const titles = new Set([...ANSWER, ...graders].map(({ title }) => title));
    const own = verdicts.filter(({ title }) => titles.has(title));
    expect(own.map(({ title, passed }) => [title, passed])).toEqual(
      [...titles].map((title) => [title, true]),
    );
  });
});

test('a grader that opens a pipe waits until its time limit', async () => {
  expect(await judgeLeft('mkfifo total.txt', [command('cat total.txt', 2)])).toMatchObject([
    { passed: false, detail: 'did not end within 2 s' },
  ]);
});

describe('no link leads a grader to its own files:', () => {
  const GRADE = { 'sum.txt': 'expected\n' };
  const reading = (path: string, program = 'true') =>
    command(`as-agent bash -c ${shellQuote(program)}; grep -r expected ${path} || cat ${path}`);

  describe('that was there before', () => {
    const LINKS: readonly [title: string, leave: string, path: string][] = [
      ['directly', 'ln -s /grade/sum.txt direct', 'direct'],
      ['through the root', 'ln -s / root', 'root/grade/sum.txt'],
      ['through the parent folder', 'ln -s .. up', 'up/grade/sum.txt'],
      ['down and up again', 'mkdir grade; ln -s . d; ln -s d/../grade/sum.txt again', 'again'],
      ['through a process', 'ln -s /proc/self/root/grade/sum.txt process', 'process'],
      ['through the home folder', 'ln -s /grade ~/g; ln -s ~ home', 'home/g/sum.txt'],
      ['through a system folder', 'ln -s /usr/lib/ssl/certs/../../../grade/sum.txt system', 'system'],
    ];
    let verdicts: readonly Verdict[] = [];
    beforeAll(async () => {
      const leave = LINKS.map(([, left]) => left).join('\n');
      verdicts = await judgeLeft(
        leave,
        LINKS.map(([, , path]) => reading(path)),
        GRADE,
      );
    });

    test.each(LINKS)('%s', (_, _leave, path) => {
      const { title } = reading(path);
      expect(verdicts.filter((verdict) => verdict.title === title)).toMatchObject([
        { passed: false, detail: expect.not.stringContaining('expected') },
      ]);
    });
  });

  test.each([
    ['a link made', 'true', 'ln -s /grade/sum.txt a'],
    ['a link swapped for another', 'echo 1 >x; ln -s x a', 'ln -sf /grade/sum.txt a'],
    [
      'whose folder it moves',
      'mkdir -p b/c grade; echo 1 >grade/sum.txt; ln -s ../../grade/sum.txt b/c/a',
      'mv b/c/a a; mv b/c c; ln -s ../grade/sum.txt a',
    ],
    [
      'whose folder it makes a link',
      'mkdir v; echo 1 >v/sum.txt; ln -s v/sum.txt a',
      'rm -r v; ln -s /grade v',
    ],
  ])('%s while the grader runs', async (_, leave, program) => {
    const [verdict] = await judgeLeft(leave, [reading('a', program)], GRADE);
    expect(verdict).toMatchObject({ passed: false, detail: expect.not.stringContaining('expected') });
  });
});

test('what a program removes from the workspace stays removed', async () => {
  const program = 'rm gone; mv d e; ln -sf two changed; rm pipe';
  const leave =
    'echo 1 >one; echo 2 >two; mkdir d; for l in gone stays changed d/l; do ln -s one $l; done; mkfifo pipe';
  const look = `as-agent bash -c '${program}' && find . -type l -o -type p`;
  expect(await judgeLeft(leave, [command(look)])).toMatchObject([{ detail: 'exit code 0: ./stays' }]);
});
