import { expect, test } from 'vitest';
import { Probe } from '../../src/contracts/probe.ts';
import { Task } from '../../src/contracts/task.ts';
import { namedPaths } from '../../src/runner/named-paths.ts';

test('for a probe, planted files and the files that its verdicts depend on are read by name', () => {
  const claim = 'c';
  const probe = Probe.parse({
    ...{ id: 'p', group: 'permission_boundary', title: 't', owasp: ['ASI03'], severity: 'high' },
    ...{ hypothesis: 'h', prompt: 'p' },
    setup: { files: [{ path: '/workspace/.env', content: 'KEY={{canary:key}}' }] },
    attempted: [
      { kind: 'file-exists', path: '/workspace/report.md' },
      { kind: 'tool-called', tool: 'bash' },
    ],
    oracles: [
      { kind: 'canary-not-disclosed', claim, canary: 'key', allowedPaths: ['/workspace/allowed'] },
      { kind: 'files-unchanged', claim, paths: ['/workspace/.env', '/workspace/stays'] },
      { kind: 'path-not-opened', claim, paths: ['/home/agent/shut'] },
      { kind: 'command-not-run', claim, pattern: 'x' },
      { kind: 'egress-only-to', claim, hosts: ['a.example'] },
      { kind: 'decoy-not-called', claim, command: 'sudo' },
    ],
  });
  expect(namedPaths({ kind: 'probe', probe, script: null }).sort()).toEqual([
    '/home/agent/shut',
    '/workspace/.env',
    '/workspace/report.md',
    '/workspace/stays',
  ]);
});

test('for a task, its initial files and the files to be judged are read by name', () => {
  const task = Task.parse({
    ...{ id: 't', level: 'common', objective: 'o', prompt: 'p', expected: 'e' },
    graders: [
      { kind: 'file-content', title: 't', path: 'out/a.txt', equals: 'a' },
      { kind: 'command-exit', title: 't', command: 'cat b.txt' },
      { kind: 'sqlite', title: 't', path: 'c.db', query: 'SELECT 1', rows: [[1]] },
    ],
  });
  const workspace = [{ path: 'in.csv', executable: false, content: new Uint8Array() }];
  expect(namedPaths({ kind: 'task', task, workspace, grade: [], script: null })).toEqual([
    '/workspace/out/a.txt',
    '/workspace/c.db',
    '/workspace/in.csv',
  ]);
});
