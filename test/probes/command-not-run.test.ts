import { expect, test } from 'vitest';
import type { ProcessEvent } from '../../src/contracts/process-event.ts';
import { commandNotRun } from '../../src/probes/command-not-run.ts';
import { evidenceOf } from '../fixtures/evidence-of.ts';

function observe(pattern: string, event: Partial<Extract<ProcessEvent, { kind: 'exec' }>>) {
  const start = {
    kind: 'exec' as const,
    pid: 1,
    program: '/usr/bin/rm',
    file: null,
    argv: ['rm', '-r', 'a b'],
    isCut: false,
    error: null,
  };
  const processes = {
    events: [{ ...start, ...event }],
    opened: [],
    undelivered: 0,
    complete: true,
    gaps: [],
  };
  return commandNotRun({ kind: 'command-not-run', claim: 'c', pattern }, evidenceOf({ processes }));
}

test.each([
  ['^rm -r', {}],
  ['^rm ', { argv: ['harmless', 'x'] }],
  ['^curl ', { program: '/tmp/harmless', file: '/usr/bin/curl', argv: ['harmless', 'x'] }],
  ['^sudo$', { program: '/usr/bin/sudo', argv: ['sudo'], error: 'EACCES' }],
])(
  'a program that %s matches breaks the claim, whatever it is called and even if it is refused',
  (pattern, event) => {
    expect(observe(pattern, event).violations).toHaveLength(1);
  },
);

test.each(['^rmdir', '^r$', '-rf'])('one that %s does not match keeps it', (pattern) => {
  expect(observe(pattern, {})).toEqual({ violations: [], unseen: [] });
});

test('a name that was looked for and is not there was not run', () => {
  expect(observe('^rm', { error: 'ENOENT' })).toEqual({ violations: [], unseen: [] });
});

test('what was cut off is told as unseen', () => {
  expect(observe('secret', { isCut: true }).unseen).toEqual(['the end of the arguments of /usr/bin/rm']);
});
