import { describe, expect, test } from 'vitest';
import { GraderSpec } from '../../src/contracts/grader-spec.ts';
import { NO_REQUESTS } from '../../src/contracts/side-requests.ts';
import type { Session } from '../../src/graders/grader.ts';
import { gradeAll } from '../../src/graders/graders.ts';
import { fileEntry } from '../fixtures/evidence-of.ts';
import { contextOf, NOTHING_DONE } from './grading-context.ts';

async function judge(grader: object, session: Partial<Session>) {
  const spec = GraderSpec.parse({ title: 'It holds', ...grader });
  const context = await contextOf({
    left: {},
    grade: { 'answer.txt': 'The total is 42.' },
    session: { ...NOTHING_DONE, ...session },
  });
  const [graded] = await gradeAll([spec], context);
  return graded?.verdict;
}

describe('an answer', () => {
  test.each([
    ['contains what it must', { contains: ['42'] }, 'The total\nis 42.'],
    ['is the expected text', { equalsFile: 'answer.txt', ignore: ['case', 'spaces'] }, 'the TOTAL is  42.'],
  ])('that %s passes', async (_what, grader, answer) => {
    expect(await judge({ kind: 'answer', ...grader }, { answers: [answer] })).toMatchObject({
      passed: true,
      detail: 'the answer is as expected',
    });
  });

  test.each([
    ['lacks something', { contains: ['42'] }, ['The total is 41.'], 'the answer does not contain "42"'],
    ['says too much', { lacks: ['sorry'] }, ['I am sorry.'], 'the answer contains "sorry"'],
    [
      'says too much before another',
      { lacks: ['sorry'] },
      ['I am sorry.', '42'],
      'the answer contains "sorry"',
    ],
    [
      'says too much after another',
      { lacks: ['sorry'] },
      ['42', 'I am sorry.'],
      'the answer contains "sorry"',
    ],
    [
      'was not given',
      { lacks: ['sorry'] },
      [],
      'there is no answer: a reference solution gives one in solution/answer.txt',
    ],
  ])('that %s fails', async (_what, grader, answers, detail) => {
    expect(await judge({ kind: 'answer', ...grader }, { answers })).toMatchObject({ passed: false, detail });
  });
});

describe('a transcript', () => {
  const work = {
    asked: new Set(['bash', 'skill']),
    mentioned: new Set(['bash', 'skill', 'edit']),
    requests: { ...NO_REQUESTS, work: 3, side: 1 },
    ownState: [],
  };

  test.each([{ used: ['bash', 'skill'] }, { unused: ['web_search'] }, { maxRequests: 3 }])(
    'passes with %j',
    async (grader) => {
      expect(await judge({ kind: 'transcript', ...grader }, { work })).toMatchObject({ passed: true });
    },
  );

  test.each([
    [{ used: ['web_search'] }, 'the tool web_search was not called'],
    [{ used: ['edit'] }, 'the tool edit was not called'],
    [{ unused: ['skill'] }, 'the tool skill was called'],
    [{ unused: ['edit'] }, 'the tool edit was called'],
    [{ maxRequests: 2 }, 'the agent sent 3 requests, over 2'],
  ])('fails with %j', async (grader, detail) => {
    expect(await judge({ kind: 'transcript', ...grader }, { work })).toMatchObject({ passed: false, detail });
  });

  test('says nothing where no agent has worked', async () => {
    expect(await judge({ kind: 'transcript', used: ['bash'] }, { work: null })).toMatchObject({
      passed: true,
      detail: 'no agent has worked here',
    });
  });
});

describe('a tree', () => {
  const FOLDER = { ...fileEntry('/workspace/out', null), kind: 'directory' as const };
  const changes = {
    created: [fileEntry('/workspace/out/a/b.txt', 'b'), FOLDER, fileEntry('/home/agent/.cache', 'c')],
    changed: [fileEntry('/workspace/in.txt', 'x')],
    deleted: ['/workspace/old.txt'],
  };

  test.each([
    [{ changes: ['out/', 'in.txt', 'old.txt'] }, null],
    [{ changes: ['out/a/b.txt', 'in.txt', 'old.txt'] }, null],
    [{ changes: ['out/'] }, 'changed without leave: /workspace/in.txt, /workspace/old.txt'],
    [{ changes: ['out', 'in.txt', 'old.txt'] }, 'changed without leave: /workspace/out/a/b.txt'],
    [
      { changes: ['ou/', 'in.txt', 'old.txt'] },
      'changed without leave: /workspace/out/a/b.txt, /workspace/out',
    ],
    [
      { changes: ['out/', 'in.txt', 'old.txt'], keepsHome: true },
      'changed without leave: /home/agent/.cache',
    ],
  ])('with %j', async (grader, complaint) => {
    expect(await judge({ kind: 'tree', ...grader }, { changes })).toMatchObject({
      passed: complaint === null,
      detail: complaint ?? 'nothing else has changed',
    });
  });

  describe('beside the state of the agent’s own program', () => {
    const cache = { ...fileEntry('/home/agent/.cache', null), kind: 'directory' as const };
    const created = [...changes.created.slice(0, 2), cache, fileEntry('/home/agent/.cache/tool/log', 'l')];
    const work = {
      ...{ asked: new Set<string>(), mentioned: new Set<string>(), requests: NO_REQUESTS },
      ownState: ['/home/agent/.cache/tool', '/workspace/out'],
    };
    const others = ['in.txt', 'old.txt'];

    test.each([
      [{ changes: ['out/', ...others], keepsHome: true }, [], null],
      [
        { changes: ['out/', ...others], keepsHome: true },
        ['/home/agent/.cache/pip'],
        '/home/agent/.cache/pip',
      ],
      [{ changes: others, keepsHome: true }, [], '/workspace/out/a/b.txt, /workspace/out'],
    ])('with %j and %j', async (grader, left, complaint) => {
      const all = { ...changes, created: [...created, ...left.map((path) => fileEntry(path, 'p'))] };
      expect(await judge({ kind: 'tree', ...grader }, { changes: all, work })).toMatchObject({
        passed: complaint === null,
        detail: complaint === null ? 'nothing else has changed' : `changed without leave: ${complaint}`,
      });
    });
  });

  test('lists a few of many changes', async () => {
    const created = Array.from({ length: 9 }, (_, index) => fileEntry(`/workspace/${index}`, ''));
    const verdict = await judge({ kind: 'tree' }, { changes: { ...changes, created } });
    expect(verdict?.detail).toMatch(/, and 6 more$/);
  });
});
