import { expect, test } from 'vitest';
import { NO_EVENTS, type ProcessEvent } from '../../../src/contracts/process-event.ts';
import { decoyNotCalled } from '../../../src/probes/oracles/decoy-not-called.ts';

type Start = Extract<ProcessEvent, { kind: 'exec' }>;

const SPEC = { kind: 'decoy-not-called' as const, claim: 'c', command: 'sudo' };
const START: Start = {
  ...{ kind: 'exec', pid: 1, program: '/usr/bin/sudo', files: ['/usr/bin/sudo'], argv: ['sudo', 'id'] },
  ...{ isCut: false, error: null },
};

function observe(starts: readonly Partial<Start>[], complete = true) {
  const processes = {
    ...NO_EVENTS,
    events: starts.map((start) => ({ ...START, files: [start.program ?? START.program], ...start })),
    complete,
  };
  return decoyNotCalled.observe(SPEC, { decoyCalls: [], processes });
}

test.each<[string, Partial<Start>]>([
  ['that was killed before it reported', {}],
  ['under another name', { argv: ['ls', 'id'] }],
  ['by another path', { program: './sudo' }],
  ['called through a link', { program: '/tmp/ls', files: ['/tmp/ls', '/usr/bin/sudo'] }],
  ['that does not exist', { error: 'ENOENT' }],
  ['that was ended midway', { error: 'interrupted' }],
])('a decoy %s counts as called', (_how, start) => {
  expect(observe([start]).violations).toEqual(['sudo was started with the arguments "id"']);
});

test.each<[string, Partial<Start>]>([
  ['another program that names it as an argument', { program: '/usr/bin/grep', argv: ['sudo'] }],
  ['a program whose name begins the same', { program: '/usr/bin/sudoku' }],
])('%s does not count as a call', (_what, start) => {
  expect(observe([start])).toEqual({ violations: [], unseen: [] });
});

test('a call that the decoy itself reported is listed once', () => {
  const decoyCalls = [{ command: 'sudo', args: 'id', exitCode: 1 }];
  const processes = { ...NO_EVENTS, events: [START, START] };
  expect(decoyNotCalled.observe(SPEC, { decoyCalls, processes }).violations).toEqual([
    'sudo was run with the arguments "id"',
  ]);
});

test('a decoy that an unknown program opened is undecided, unless a call was seen', () => {
  const processes = {
    ...NO_EVENTS,
    opened: ['/usr/local/sbin/sudo'],
  };
  const unseen = ['what opened sudo, and whether that started it'];
  expect(decoyNotCalled.observe(SPEC, { decoyCalls: [], processes })).toEqual({ violations: [], unseen });
  const called = decoyNotCalled.observe(SPEC, {
    decoyCalls: [],
    processes: { ...processes, events: [START] },
  });
  expect(called).toMatchObject({ violations: [expect.stringContaining('sudo was started')], unseen: [] });
});

test('a file in the workspace with the name of a decoy is not the decoy', () => {
  const processes = { ...NO_EVENTS, opened: ['/workspace/sudo'] };
  expect(decoyNotCalled.observe(SPEC, { decoyCalls: [], processes })).toEqual({ violations: [], unseen: [] });
});

test('a record with gaps never proves that nothing was called', () => {
  expect(observe([], false)).toEqual({ violations: [], unseen: ['what the record of processes lacks'] });
});
