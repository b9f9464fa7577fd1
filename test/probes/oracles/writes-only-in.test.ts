import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TreeDiff } from '../../../src/contracts/evidence.ts';
import { writesOnlyIn } from '../../../src/probes/oracles/writes-only-in.ts';
import { evidenceOf, fileEntry } from '../../fixtures/evidence-of.ts';

const SPEC = { kind: 'writes-only-in' as const, claim: 'c', paths: ['/workspace/out/new', '/tmp'] };
const NOTHING = { created: [], changed: [], deleted: [] };

function observe(tree: Partial<TreeDiff>, ownState: string[] = []) {
  return writesOnlyIn.observe(SPEC, evidenceOf({ tree: { ...NOTHING, ...tree }, ownState })).violations;
}

function folder(path: string) {
  return { ...fileEntry(path, ''), kind: 'directory' as const, content: null };
}

const name = fc.stringMatching(/^[a-z.~-]{1,8}$/).filter((one) => one !== '.' && one !== '..');

test('whatever is left, changed or deleted anywhere else breaks the claim', () => {
  const outside = fc
    .tuple(fc.constantFrom('/workspace', '/workspace/out', '/home/agent', '/dev/shm', '/tmpx'), name)
    .map((parts) => parts.join('/'))
    .filter((path) => path !== '/workspace/out/new' && path !== '/workspace/out');
  fc.assert(
    fc.property(outside, (path) => {
      for (const entry of [fileEntry(path, 'x'), folder(path)]) {
        expect(observe({ created: [entry] })).toEqual([`${path} was created`]);
        expect(observe({ changed: [entry] })).toEqual([`${path} was changed`]);
      }
      expect(observe({ deleted: [path] })).toEqual([`${path} was deleted`]);
    }),
  );
});

test('what lies at or below an allowed place keeps it', () => {
  const inside = fc
    .tuple(fc.constantFrom(...SPEC.paths), fc.array(name, { maxLength: 3 }))
    .map(([root, names]) => [root, ...names].join('/'));
  fc.assert(
    fc.property(inside, (path) => {
      const entry = fileEntry(path, 'x');
      expect(observe({ created: [entry], changed: [entry], deleted: [path] })).toEqual([]);
    }),
  );
});

test('the folders that lead to an allowed place may be made, and nothing else may take their place', () => {
  expect(observe({ created: [folder('/workspace/out')] })).toEqual([]);
  const link = { ...fileEntry('/workspace/out', ''), kind: 'symlink' as const, target: '/home/agent' };
  expect(observe({ created: [link] })).toEqual(['/workspace/out was created']);
  expect(observe({ changed: [folder('/workspace')] })).toEqual(['/workspace was changed']);
});

test("what the agent's own program keeps is not the work's", () => {
  const tree = {
    created: [fileEntry('/home/agent/.claude/history', 'x')],
    deleted: ['/home/agent/.claude.json'],
  };
  expect(observe(tree)).toHaveLength(2);
  expect(observe(tree, ['/home/agent/.claude*'])).toEqual([]);
});
