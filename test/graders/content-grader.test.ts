import { describe, expect, test } from 'vitest';
import { ContentGraderSpec } from '../../src/contracts/grader-spec.ts';
import { judgeFile } from '../../src/graders/content-grader.ts';
import { judgingHere } from '../fixtures/judging-here.ts';
import { contextOf } from './grading-context.ts';
import { FOLDER, file, link, type treeOf } from './tree-of.ts';

type Left = Parameters<typeof treeOf>[0];

async function judge(left: Left, grader: object) {
  const spec = ContentGraderSpec.parse({ kind: 'file-content', title: 'It holds', ...grader });
  return await judgeFile(spec, await contextOf({ left, grade: { 'same.txt': 'one\ntwo\n' } }));
}

const LEFT: Left = { '/workspace/out': FOLDER, '/workspace/out/a.txt': file('one\ntwo\n') };

describe('a file', () => {
  const cases: [string, object, boolean, string][] = [
    [
      'with the bytes of a grading file passes',
      { path: './out//a.txt', equalsFile: 'same.txt' },
      true,
      'as expected',
    ],
    ['with other bytes fails', { path: 'out/a.txt', equals: 'one\n2\n' }, false, 'first in line 2'],
    ['that matches passes', { path: 'out/a.txt', matches: '^two$' }, true, 'matches'],
    ['that does not match fails', { path: 'out/a.txt', matches: '^three$' }, false, 'does not match ^three$'],
    ['that is missing fails', { path: 'out/b.txt', matches: '.' }, false, 'does not exist'],
    ['that must be absent passes if it is', { path: 'out/b.txt', absent: true }, true, 'absent'],
    ['that must be absent fails if it exists', { path: 'out/a.txt', absent: true }, false, 'exists'],
  ];

  test.each(cases)('%s, and the grader is not blamed', async (_, grader, passed, detail) => {
    const judgement = await judge(LEFT, grader);
    expect(judgement).toMatchObject({ passed, detail: expect.stringContaining(detail) });
    expect(judgement.whyBroken(false)).toBeNull();
  });
});

test('a file that takes too long to be judged fails', async () => {
  const spec = ContentGraderSpec.parse({
    kind: 'file-content',
    title: 'It holds',
    path: 'out/a.txt',
    matches: '.',
  });
  const contents = { ...judgingHere, judge: async () => null };
  expect(await judgeFile(spec, { ...(await contextOf({ left: LEFT })), contents })).toMatchObject({
    passed: false,
    detail: 'out/a.txt takes too long to be judged',
  });
});

test('a verdict on different content shows the difference', async () => {
  const { difference } = await judge(LEFT, { path: 'out/a.txt', equals: 'one\n2\n' });
  expect(difference).toEqual({
    kind: 'lines',
    isWhole: true,
    lines: [
      { side: 'expected', line: 2, text: '2' },
      { side: 'found', line: 2, text: 'two' },
    ],
  });
});

test('an expected file that is missing from the suite is not a wrong answer', async () => {
  await expect(judge(LEFT, { path: 'out/a.txt', equalsFile: 'lost.txt' })).rejects.toMatchObject({
    code: 'GRADER_FAILED',
    message: expect.stringMatching(/lost\.txt/),
  });
});

describe('depending on what its path leads to,', () => {
  const judgeIn = (left: Left, more: object) => judge(left, { path: 'a/b/f', ...more });
  const BEHIND_TWO: Left = {
    ...{ '/workspace/a': link('m'), '/workspace/m': FOLDER, '/workspace/m/b': link('../o') },
    ...{ '/workspace/o': FOLDER, '/workspace/o/f': file('right') },
  };

  test('a file is found through any number of links', async () => {
    expect(await judgeIn(BEHIND_TWO, { equals: 'right' })).toMatchObject({ passed: true });
    expect(await judgeIn(BEHIND_TWO, { absent: true })).toMatchObject({
      passed: false,
      detail: 'a/b/f exists',
    });
  });

  const inFolder = (left: Left[string]): Left => {
    return { '/workspace/a': FOLDER, '/workspace/a/b': FOLDER, '/workspace/a/b/f': left };
  };
  test.each<[string, Left, RegExp]>([
    [
      'that is too large',
      inFolder({ kind: 'file', size: 2 ** 40 }),
      /cannot be read: it is a file of \d+ bytes/,
    ],
    ['that is a pipe', inFolder({ kind: 'other' }), /is not a file/],
    ['that is a socket', inFolder({ kind: 'socket' }), /is not a file/],
    ['that is a folder', inFolder(FOLDER), /is not a file/],
    ['behind a dangling link', inFolder(link('x')), /leads nowhere/],
    ['behind a link to itself', inFolder(link('f')), /leads nowhere/],
    [
      'in a system folder',
      inFolder(link('/usr/bin/env')),
      /cannot be read: .*\/usr\/bin\/env, which is not copied/,
    ],
    ['in /proc', inFolder(link('/proc/self/environ')), /cannot be read/],
    ['in a folder of a process', { '/workspace/a': link('/proc/self/cwd/x') }, /cannot be read/],
  ])('a file %s is refused with the reason, and never counts as absent', async (_, left, why) => {
    expect(await judgeIn(left, { equals: '' })).toMatchObject({
      passed: false,
      detail: expect.stringMatching(why),
    });
    expect(await judgeIn(left, { absent: true })).toMatchObject({ passed: false });
  });

  test.each<[string, Left]>([
    ['without its folder', {}],
    ['in a folder that is a file', { '/workspace/a': file('') }],
    ['in a folder that is a circular link', { '/workspace/a': link('a') }],
    ['in a folder for graders', { '/workspace/a': link('/grade') }],
  ])('a file %s is absent', async (_, left) => {
    expect(await judgeIn(left, { absent: true })).toMatchObject({ passed: true });
  });
});
