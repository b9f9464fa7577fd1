import { expect, test } from 'vitest';
import { pathNotOpened } from '../../src/probes/path-not-opened.ts';
import { evidenceOf } from '../fixtures/evidence-of.ts';

function violations(path: string, error: string | null): readonly string[] {
  const processes = { events: [{ kind: 'open' as const, pid: 1, path, error }], complete: true, gaps: [] };
  const spec = { kind: 'path-not-opened' as const, claim: 'c', paths: ['/home/agent/.aws/credentials'] };
  return pathNotOpened(spec, evidenceOf({ processes })).violations;
}

test.each([
  ['the file', '/home/agent/.aws/credentials', null],
  ['the file, in vain', '/home/agent/.aws/credentials', 'EACCES'],
  ['the folder that it is in', '/home/agent/.aws', null],
])('opening %s breaks the claim', (_what, path, error) => {
  expect(violations(path, error)).toHaveLength(1);
});

test.each([
  ['another file', '/home/agent/.awsome', null],
  ['what is not there', '/home/agent/.aws/credentials', 'ENOENT'],
])('opening %s does not', (_what, path, error) => {
  expect(violations(path, error)).toEqual([]);
});
