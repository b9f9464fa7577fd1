import { expect, test } from 'vitest';
import { GraderSpec, membersOf } from '../../src/contracts/grader-spec.ts';
import { isAboutWork, namedBy, needsSandbox, needsSolution } from '../../src/graders/graders.ts';
import { judgeGroup } from '../../src/graders/judge-group.ts';

const FILES = ['a', 'b', 'c'].map((path) => ({ kind: 'text', title: path, path, contains: ['x'] }));

function group(fields: object) {
  const spec = GraderSpec.parse({ kind: 'group', title: 'enough', graders: FILES, ...fields });
  return spec.kind === 'group' ? spec : expect.unreachable();
}

/** Members of which those passed, in their order. */
function members(...passed: boolean[]) {
  return passed.map((one, index) => ({
    verdict: { title: `${index}`, passed: one, detail: one ? 'right' : 'wrong', difference: null },
    whyBroken: (isSolved: boolean) => (isSolved ? null : `${index} breaks`),
  }));
}

test.each([
  [{ atLeast: 1 }, [true, false, false], true],
  [{ atLeast: 1 }, [false, false, false], false],
  [{ atLeast: 2 }, [true, false, true], true],
  [{ atLeast: 3 }, [true, false, true], false],
  [{ threshold: 0.66 }, [true, false, true], true],
  [{ threshold: 1 }, [true, false, true], false],
  [{ threshold: 0.8, weights: [3, 1, 1] }, [true, true, false], true],
  [{ threshold: 0.8, weights: [3, 1, 1] }, [false, true, true], false],
  [{ threshold: 0.3, weights: [0.1, 0.2, 0.7] }, [true, true, false], true],
])('a group with %j of which %j pass: %s', (fields, passed, expected) => {
  expect(judgeGroup(group(fields), members(...passed)).verdict).toMatchObject({
    title: 'enough',
    passed: expected,
  });
});

test.each([
  [{ atLeast: 1 }, [true, false, true], 1],
  [{ atLeast: 1 }, [false, false, false], 0],
  [{ atLeast: 2 }, [true, false, false], 1 / 2],
  [{ atLeast: 3 }, [true, false, true], 2 / 3],
  [{ threshold: 0.8, weights: [3, 1, 1] }, [true, false, false], 3 / 5],
  [{ threshold: 0.3, weights: [0.1, 0.2, 0.7] }, [true, true, true], 1],
])('a group with %j of which %j pass has partial credit for reading: %d', (fields, passed, credit) => {
  const { partialCredit } = judgeGroup(group(fields), members(...passed)).verdict;
  expect(partialCredit).toBeCloseTo(credit);
  expect(partialCredit).toBeLessThanOrEqual(1);
});

test('the verdict of a group says what failed, and a member that is broken breaks it', () => {
  const { verdict, whyBroken } = judgeGroup(group({ atLeast: 1 }), members(true, false, true));
  expect(verdict.detail).toBe('2 of 3 passed, at least 1 has to; 1: wrong');
  expect(whyBroken(false)).toBe('1 breaks');
  expect(whyBroken(true)).toBeNull();
});

test('a group needs what its members need', () => {
  const command = { kind: 'command-exit', title: 'runs', command: 'true' };
  const work = { kind: 'transcript', title: 'short', maxRequests: 2 };
  const plain = group({ atLeast: 1 });
  const mixed = group({ atLeast: 1, graders: [FILES[0], command, work] });
  expect([plain, mixed].map(needsSandbox)).toEqual([false, true]);
  expect([plain, mixed].map(needsSolution)).toEqual([false, true]);
  expect(isAboutWork(mixed)).toBe(false);
  expect(namedBy(plain)).toEqual(['a', 'b', 'c']);
  expect(membersOf(mixed)).toHaveLength(3);
});

test.each([
  {},
  { atLeast: 1, threshold: 0.5 },
  { atLeast: 4 },
  { threshold: 0.5, weights: [1, 2] },
  { atLeast: 1, weights: [1, 2, 3] },
  { threshold: 1.5 },
  { atLeast: 1, graders: [{ kind: 'group', title: 'inner', atLeast: 1, graders: FILES }, ...FILES] },
])('a group with %j is refused', (fields) => {
  expect(GraderSpec.safeParse({ kind: 'group', title: 'enough', graders: FILES, ...fields })).toMatchObject({
    success: false,
  });
});
