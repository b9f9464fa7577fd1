import { expect, test } from 'vitest';
import { Task } from '../../src/contracts/task.ts';
import { allGivenFiles, givenFiles } from '../../src/runner/trial-subject.ts';

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
