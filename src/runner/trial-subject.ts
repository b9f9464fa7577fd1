import type { Probe } from '../contracts/probe.ts';
import type { Script } from '../contracts/script.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import type { Task } from '../contracts/task.ts';
import type { SandboxTemplate } from '../sandbox/sandbox.ts';

type Files = SkillFolder['files'];
type Arrivals = readonly { name: string; files: Files }[];

/** The subject of a trial, with the files that the plan does not hold. */
export type TrialSubject =
  | {
      kind: 'task';
      task: Task;
      workspace: Files;
      arrivals?: Arrivals;
      grade: Files;
      script: Script | null;
      /** What the sandboxes of the agent, the graders and the solution are made from; none for those of the run. */
      template?: SandboxTemplate | undefined;
    }
  | { kind: 'probe'; probe: Probe; script: Script | null };

export type TaskSubject = Extract<TrialSubject, { kind: 'task' }>;

/** The files that a task gives to its agent, with all that arrive later: what came last is at its place. */
export function givenFiles(subject: Given): Files {
  return [...new Map(allGivenFiles(subject).map((file) => [file.path, file])).values()];
}

type Given = Pick<TaskSubject, 'task' | 'workspace' | 'arrivals'>;

/**
 * What somebody who does nothing may leave: the given files with all that may arrive, and, where the user says some turns
 * only if they are asked for, with what arrives in any case.
 */
export function untouchedWorkspaces(subject: Given): Files[] {
  const { task } = subject;
  const said = (task.turns ?? []).filter(({ when }) => when === undefined);
  const unasked = givenFiles({ ...subject, task: { ...task, turns: said } });
  const all = givenFiles(subject);
  const isSame = (task.turns ?? []).every(({ when, files }) => when === undefined || files === undefined);
  return isSame ? [all] : [all, unasked];
}

/** Also those at whose places others arrive later. */
export function allGivenFiles({ task, workspace, arrivals = [] }: Given): Files {
  const later = (task.turns ?? []).flatMap(
    (turn) => arrivals.find(({ name }) => name === turn.files)?.files ?? [],
  );
  return [...workspace, ...later];
}
