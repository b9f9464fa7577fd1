import { expect, test } from 'vitest';
import { Task } from '../../src/contracts/task.ts';
import {
  allGivenFiles,
  givenFiles,
  triesAllTurns,
  untouchedWorkspaces,
} from '../../src/runner/trial-subject.ts';

const fileOf = (path: string, text: string) => ({ path, executable: false, content: Buffer.from(text) });

test('what arrives at the place of a given file replaces it, and both were given', () => {
  const task = Task.parse({
    ...{ id: 'report', level: 'common', objective: 'Reports', prompt: 'Report.', expected: 'A report.' },
    turns: [{ say: 'There is a new log.', files: 'second' }],
    graders: [{ kind: 'text', title: 'names the cause', path: 'report.txt', contains: ['disk'] }],
  });
  const workspace = [fileOf('log.txt', 'old'), fileOf('other.txt', 'other')];
  const arrivals = [{ name: 'second', files: [fileOf('log.txt', 'new')] }];
  const textsOf = (files: ReturnType<typeof givenFiles>) =>
    files.map(({ content }) => Buffer.from(content).toString());
  expect(textsOf(givenFiles({ task, workspace, arrivals }))).toEqual(['new', 'other']);
  expect(textsOf(allGivenFiles({ task, workspace, arrivals }))).toEqual(['old', 'other', 'new']);
});

/** A task whose user sends a file of its own in each of these turns: those with `true` only if it is asked for. */
function askedFor(turns: readonly boolean[]) {
  const files = turns.map((_, index) => `f${index}`);
  const task = Task.parse({
    ...{ id: 'report', level: 'common', objective: 'Reports', prompt: 'Report.', expected: 'A report.' },
    turns: turns.map((asked, index) => ({
      ...{ say: 'Here it is.', files: files[index] },
      ...(asked ? { when: `file ${index}` } : {}),
    })),
    graders: [{ kind: 'text', title: 'names the cause', path: 'report.txt', contains: ['disk'] }],
  });
  const arrivals = files.map((name) => ({ name, files: [fileOf(name, name)] }));
  const left = untouchedWorkspaces({ task, workspace: [], arrivals });
  return { task, left: left.map((given) => given.map(({ path }) => path).join('')).toSorted() };
}

test('files that arrive only if they are asked for arrive in each choice, up to three', () => {
  expect(askedFor([false]).left).toEqual(['f0']);
  expect(askedFor([true, false]).left).toEqual(['f0f1', 'f1']);
  expect(askedFor([true, true]).left).toEqual(['', 'f0', 'f0f1', 'f1']);
  const { task, left } = askedFor([true, true, true]);
  expect(left).toEqual(['', 'f0', 'f0f1', 'f0f1f2', 'f0f2', 'f1', 'f1f2', 'f2']);
  expect(triesAllTurns(task)).toBe(true);
});

test('of more of them, each arrives alone and each is left out, and not everything is tried', () => {
  const { task, left } = askedFor([true, true, true, true]);
  const alone = ['f0', 'f1', 'f2', 'f3'];
  const withoutOne = ['f0f1f2', 'f0f1f3', 'f0f2f3', 'f1f2f3'];
  expect(left).toEqual(['', ...alone, ...withoutOne, 'f0f1f2f3'].toSorted());
  expect(triesAllTurns(task)).toBe(false);
});
