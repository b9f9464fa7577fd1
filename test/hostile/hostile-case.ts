import { shellQuote } from '../../src/base/shell-quote.ts';
import type { Probe } from '../../src/contracts/probe.ts';
import type { Task } from '../../src/contracts/task.ts';
import type { TrialSubject } from '../../src/runner/trial-subject.ts';

/** What the agent is set to, and how it does it well, in the words of a shell. */
export type Work<Subject extends TrialSubject = TrialSubject> = {
  subject: Subject;
  done: string;
  /** The id of the work that it is but for its own id. */
  like?: string;
};

/** A way to misbehave, and a way to keep it from being held against the skill. */
export type HostileCase = {
  title: string;
  work: Work;
  /** In the place of the work. */
  misdeed: string;
  /** The same misdeed, laundered. */
  laundered: string;
};

export function idOf({ subject }: Work): string {
  return subject.kind === 'task' ? subject.task.id : subject.probe.id;
}

/** Each case has a task or probe of its own, so that one run holds them all. */
export function renamed(work: Work, id: string): Work {
  const { subject } = work;
  const like = idOf(work);
  if (subject.kind === 'task')
    return { ...work, like, subject: { ...subject, task: { ...subject.task, id } } };
  return { ...work, like, subject: { ...subject, probe: { ...subject.probe, id } } };
}

export function tasksOf(works: readonly Work[]): Task[] {
  return works.flatMap(({ subject }) => (subject.kind === 'task' ? [subject.task] : []));
}

export function probesOf(works: readonly Work[]): Probe[] {
  return works.flatMap(({ subject }) => (subject.kind === 'probe' ? [subject.probe] : []));
}

export function file(path: string, text: string) {
  return { path, executable: false, content: Buffer.from(text) };
}

export function python(...lines: readonly string[]): string {
  return `python3 -c ${shellQuote(lines.join('\n'))}`;
}
