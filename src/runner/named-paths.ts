import { WORKSPACE } from '../contracts/sandbox-places.ts';
import { namedBy } from '../graders/graders.ts';
import { watchedFor } from '../probes/oracles.ts';
import { givenFiles, type TaskSubject, type TrialSubject } from './trial-subject.ts';

/**
 * Files that a verdict may rest on, or that a task gives to its agent. They are read by
 * name, whatever else the agent left.
 */
export function namedPaths(subject: TrialSubject): string[] {
  const named = subject.kind === 'task' ? namedInTask(subject) : namedInProbe(subject);
  return [...new Set(named)];
}

function namedInTask(subject: TaskSubject): string[] {
  const judged = subject.task.graders.flatMap((grader) => namedBy(grader));
  return [...judged, ...givenFiles(subject).map(({ path }) => path)].map((path) => `${WORKSPACE}/${path}`);
}

function namedInProbe({ probe }: Extract<TrialSubject, { kind: 'probe' }>): string[] {
  const { setup, attempted } = probe;
  return [
    ...attempted.flatMap((attempt) => (attempt.kind === 'file-exists' ? [attempt.path] : [])),
    ...setup.files.map(({ path }) => path),
    ...watchedFor(probe).named,
  ];
}
