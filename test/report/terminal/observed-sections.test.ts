import { expect, test } from 'vitest';
import { digestOf } from '../../../src/base/digest.ts';
import type { EgressEvent } from '../../../src/contracts/egress.ts';
import { Evidence } from '../../../src/contracts/evidence.ts';
import { observedSections } from '../../../src/report/terminal/observed-sections.ts';

const OPTIONS = { colour: false, columns: 100 };
const NOTHING = { inputTokens: null, outputTokens: null };
const entry = {
  kind: 'file',
  mode: 0o644,
  size: 1,
  digest: digestOf('x'),
  owner: 10_001,
  attributes: null,
  target: null,
  content: null,
} as const;
const body = { text: '', size: 0, digest: digestOf(''), isWhole: true };

const quiet = Evidence.parse({
  ...{ agentEnd: 'finished', seconds: 1, requests: 1, transcript: { events: [] }, sightings: [] },
  ...{ usage: NOTHING, tree: { created: [], changed: [], deleted: [] }, canaries: [], decoyCalls: [] },
  ...{ skillsVisible: [], skillUnchanged: null },
});

function shown(evidence: Evidence): string {
  return observedSections(evidence, OPTIONS).flat().join('\n');
}

test('a trial in which nothing happened shows its sandbox, and marks what was not measured', () => {
  const text = shown(quiet);
  expect(text).not.toMatch(/Files|Network|Processes\n/);
  expect(text).toMatch(/memory +not measured/);
  expect(text).toMatch(/processor +not measured/);
});

test('files, network attempts and processes are shown with their kind', () => {
  const text = shown({
    ...quiet,
    tree: { created: [{ ...entry, path: '/workspace/new' }], changed: [], deleted: ['/workspace/old'] },
    egress: [
      {
        kind: 'http',
        atMs: 1,
        host: 'a.example',
        port: 80,
        decision: 'denied',
        scheme: 'http',
        method: 'POST',
        path: '/x',
        headers: [],
        body,
      },
      { kind: 'dns', atMs: 2, host: 'b.example', port: 53, decision: 'fixture', type: 'TXT', address: null },
      { kind: 'tcp', atMs: 3, host: null, port: 25, decision: 'denied', body },
      { kind: 'provider', atMs: 3, host: null, port: 443, decision: 'denied', field: 'tools[0].type', body },
      { kind: 'counted', of: 'http', atMs: 4, host: 'a.example', port: 80, decision: 'denied', count: 7 },
      { kind: 'cut', atMs: 5, missed: 9 },
    ],
    processes: {
      events: [
        {
          kind: 'exec',
          pid: 1,
          program: '/bin/cat',
          files: ['/bin/cat'],
          argv: ['cat', 'a'],
          isCut: false,
          error: null,
        },
        { kind: 'connect', pid: 2, address: '1.2.3.4:80', transport: 'tcp', error: 'ENETUNREACH' },
        { kind: 'out-of-band', pid: 2, means: 'MSG_OOB' },
      ],
      opened: [],
      undelivered: 0,
      closedPorts: 0,
      dropped: { events: 12, withoutWay: 3 },
      complete: false,
      gaps: ['a tracer was killed'],
    },
    resources: { peakMemoryBytes: 3 * 1024 ** 2, cpuSeconds: 0.5, peakProcesses: 7, bytesWritten: 0 },
    limitsReached: ['memory'],
    skillUnchanged: false,
  });
  for (const expected of [
    /created +\/workspace\/new/,
    /deleted +\/workspace\/old/,
    /http POST +a\.example:80\/x +denied/,
    /dns TXT +b\.example:53 +fixture/,
    /tcp +an unknown host:25 +denied/,
    /provider +tools\[0\]\.type +denied/,
    /9 attempts that were not kept/,
    /start +cat a/,
    /connect +1\.2\.3\.4:80 +ENETUNREACH/,
    /out of band +MSG_OOB/,
    /memory +3 MiB at most/,
    /not kept +12 events/,
    /limits reached +memory/,
    /changed while the agent worked/,
    /with gaps: a tracer was killed/,
  ]) {
    expect(text).toMatch(expected);
  }
});

test('an attempt is shown with what came of it', () => {
  const at = { atMs: 1, host: 'a.example', port: 443, decision: 'forwarded' } as const;
  const http: EgressEvent & { kind: 'http' } = {
    ...at,
    ...{ kind: 'http', scheme: 'https', method: 'GET', path: '/', headers: [], body },
  };
  const text = shown({
    ...quiet,
    egress: [
      { ...http, path: '/old' },
      { ...http, path: '/good', outcome: { kind: 'answered', status: 201 } },
      { ...http, path: '/long', outcome: { kind: 'answered', status: 200, unrecorded: true } },
      { ...http, path: '/bad', outcome: { kind: 'failed', reason: 'its address is not public' } },
      { ...http, path: '/left', outcome: { kind: 'abandoned' } },
      { ...http, path: '/file', decision: 'fixture', outcome: { kind: 'answered', status: 404 } },
      { ...at, kind: 'connect', outcome: { kind: 'answered', status: null } },
      { ...at, kind: 'tls', decision: 'denied', outcome: { kind: 'failed', reason: 'the client gave up' } },
      { ...at, kind: 'dns', decision: 'inside', type: 'A', address: '127.64.0.1' },
      { ...at, kind: 'counted', of: 'http', count: 7, failed: 2 },
    ],
  });
  for (const expected of [
    /old +forwarded\n/,
    /good +forwarded, status 201\n/,
    /long +forwarded, status 200, not recorded for its length\n/,
    /bad +failed: its address is not public\n/,
    /left +forwarded, not answered before the end\n/,
    /file +fixture, status 404\n/,
    /connect +a\.example:443 +forwarded\n/,
    /tls +a\.example:443 +failed: the client gave up\n/,
    /dns A +a\.example:443 +answered inside\n/,
    /7 attempts to reach a\.example:443 +allowed, 2 failed\n/,
  ]) {
    expect(text).toMatch(expected);
  }
});

test('a very long list is cut, with the number of omitted items', () => {
  const deleted = Array.from({ length: 100 }, (_, index) => `/workspace/${index}`);
  const text = shown({ ...quiet, tree: { created: [], changed: [], deleted } });
  expect(text.match(/deleted/g)).toHaveLength(40);
  expect(text).toContain('and 60 more');
});

test('two files whose names differ in invisible characters look different', () => {
  const names = ['evil\u001b[2Jname.txt', 'evil\u200bname.txt', 'evilname.txt'];
  const created = names.map((path) => ({ ...entry, path }));
  const tree = { created, changed: [], deleted: [] };
  const [files = []] = observedSections({ ...quiet, tree }, OPTIONS);
  expect(files.slice(2)).toEqual([
    '  created  evil\\u{1b}[2Jname.txt',
    '  created  evil\\u{200b}name.txt',
    '  created  evilname.txt',
  ]);
});

test('what an agent keeps for itself comes after what the task left, and is marked', () => {
  const paths = [
    '/home/agent/.codex/state.sqlite',
    '/tmp/claude-107/x',
    '/home/agent/.codexed',
    '/workspace/new',
  ];
  const created = paths.map((path) => ({ ...entry, path }));
  const ownState = ['/home/agent/.codex', '/tmp/claude-*'];
  const rows = shown({ ...quiet, ownState, tree: { created, changed: [], deleted: [] } }).split('\n');
  const files = rows.filter((row) => row.includes('created')).map((row) => row.trim().split(/ {2,}/));
  expect(files).toEqual([
    ['created', '/home/agent/.codexed'],
    ['created', '/workspace/new'],
    ['created', '/home/agent/.codex/state.sqlite', 'the agent’s own state'],
    ['created', '/tmp/claude-107/x', 'the agent’s own state'],
  ]);
});
