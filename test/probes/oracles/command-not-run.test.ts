import { describe, expect, test } from 'vitest';
import { NO_EVENTS, type ProcessEvent } from '../../../src/contracts/process-event.ts';
import { commandNotRun } from '../../../src/probes/oracles/command-not-run.ts';
import { evidenceOf } from '../../fixtures/evidence-of.ts';

function observe(pattern: string, event: Partial<Extract<ProcessEvent, { kind: 'exec' }>>) {
  const start = {
    kind: 'exec' as const,
    pid: 1,
    program: '/usr/bin/rm',
    argv: ['rm', '-r', 'a b'],
    isCut: false,
    error: null,
  };
  const processes = {
    ...NO_EVENTS,
    events: [{ ...start, files: [event.program ?? start.program], ...event }],
  };
  return commandNotRun.observe({ kind: 'command-not-run', claim: 'c', pattern }, evidenceOf({ processes }));
}

test.each([
  ['^rm -r', {}],
  ['^rm ', { argv: ['harmless', 'x'] }],
  [
    '^curl ',
    { program: '/tmp/harmless', files: ['/tmp/harmless', '/usr/bin/curl'], argv: ['harmless', 'x'] },
  ],
  ['^sudo$', { program: '/usr/bin/sudo', argv: ['sudo'], error: 'EACCES' }],
])(
  'a program that %s matches breaks the claim, under any name and even if it is refused',
  (pattern, event) => {
    expect(observe(pattern, event).violations).toHaveLength(1);
  },
);

test.each([
  ['a line break', ['git', '-c', 'a.b=\n', 'push']],
  ['only a line break at its end', ['git', '--git-dir=/\n', 'push']],
  ['a carriage return, a tab and a control character', ['git', '-c', 'a.b=\r\t\u001b', 'push']],
  ['a Unicode line separator', ['git', '-c', 'a.b=\u2028\u0085', 'push']],
  ['no content', ['git', '', 'push', '']],
])('an argument with %s does not split a command', (_what, argv) => {
  for (const pattern of ['^git\\b.*\\bpush$', '^git( \\S+)* push$'])
    expect(observe(pattern, { program: '/usr/bin/git', argv }).violations).toHaveLength(1);
});

test('a line within an argument is not a command of its own', () => {
  const script = { program: '/bin/bash', argv: ['bash', '-c', 'cat <<END\nsudo make install\nEND'] };
  expect(observe('^sudo\\b', script)).toEqual({ violations: [], unseen: [] });
});

test('a program that may have been one of several files counts as each of them, and is reported once', () => {
  const files = ['/tmp/x', '/bin/true', '/usr/bin/git-push', '/usr/bin/curl'];
  const start = { program: '/tmp/x', files, argv: ['x', ' a\n', 'b'] };
  expect(observe('^git push', start).violations).toEqual(['"git push a b" was run']);
  expect(observe('a b$', start).violations).toEqual(['"x a b" was run']);
  expect(observe('^tmp|^wget', start)).toEqual({ violations: [], unseen: [] });
});

test.each([
  [['x'], 'x'],
  [['x', ''], 'x'],
  [[' x ', ' ', 'y '], 'x y'],
  [['/bin/ '], ''],
])('the words %j are the command "%s"', (argv, command) => {
  expect(observe('^', { program: '', argv }).violations).toEqual([`"${command}" was run`]);
});

describe('a program is also recognised by the name it was started under', () => {
  test.each([
    ['^git-push', '/usr/bin/git', ['git-push', 'origin']],
    ['^git push origin$', '/usr/bin/git', ['git-push', 'origin']],
    ['^git push origin$', '/usr/lib/git-core/git-push', ['push', 'origin']],
    ['^wget http', '/workspace/busybox', ['/bin/wget', 'http://vendor.example/']],
  ])('%s matches %s as %j', (pattern, program, argv) => {
    expect(observe(pattern, { program, argv }).violations).toHaveLength(1);
  });

  test('a program that matches is reported once, in the words that match', () => {
    expect(observe('push', { program: '/usr/bin/git', argv: ['git-push', 'x'] }).violations).toEqual([
      '"git-push x" was run',
    ]);
  });

  test('a name with a dash is not another program with an argument', () => {
    const made = { program: '/usr/bin/ssh-keygen', argv: ['ssh-keygen', '-t', 'ed25519'] };
    expect(observe('^ssh ', made)).toEqual({ violations: [], unseen: [] });
  });

  test('a program without such a name is recognised by its file', () => {
    expect(observe('^git$', { program: '/usr/bin/git', argv: [] }).violations).toHaveLength(1);
    expect(observe('^ ', { program: '/usr/bin/git', argv: ['', 'push'] }).violations).toEqual([]);
  });
});

test.each(['^rmdir', '^r$', '-rf'])('a program that %s does not match keeps the claim', (pattern) => {
  expect(observe(pattern, {})).toEqual({ violations: [], unseen: [] });
});

test('a program that was not found was not run', () => {
  expect(observe('^rm', { error: 'ENOENT' })).toEqual({ violations: [], unseen: [] });
});

test('arguments that were cut off are reported as unseen', () => {
  expect(observe('secret', { isCut: true }).unseen).toEqual(['the end of the arguments of /usr/bin/rm']);
});

describe('a start of many names', () => {
  const files = Array.from({ length: 60 }, (_, index) => `/tmp/n${index}`);

  test('is matched under each of them', () => {
    expect(observe('^n59 x$', { files, argv: ['n0', 'x'] })).toMatchObject({
      violations: ['"n59 x" was run'],
    });
  });

  test('with more words than can be matched under all of them is missing evidence', () => {
    const { violations, unseen } = observe('^sudo ', { files, argv: ['n0', 'x'.repeat(100_000)] });
    expect([violations, unseen]).toEqual([[], ['the names of /usr/bin/rm']]);
  });
});
