import { canonicalJson, digestOf } from '../base/digest.ts';
import type { Probe } from '../contracts/probe.ts';
import type { Script } from '../contracts/script.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import type { Task, UserTurn } from '../contracts/task.ts';
import type { SandboxTemplate } from '../sandbox/sandbox.ts';
import type { TaskFiles } from '../suites/read-task-folder.ts';

type Files = SkillFolder['files'];
type Arrivals = readonly { name: string; files: Files }[];

/** The subject of a trial, with the files that the plan does not hold. */
export type TrialSubject =
  | {
      kind: 'task';
      task: Task;
      /** With the files of its repository, if it has one. */
      workspace: Files;
      /** The files of its commits, by folder. */
      history?: ReadonlyMap<string, Files>;
      arrivals?: Arrivals;
      /** The files that fixtures answer with. */
      answers?: Files;
      grade: Files;
      script: Script | null;
      /** What the sandboxes of the agent, the graders and the solution are made from; none for those of the run. */
      template?: SandboxTemplate | undefined;
    }
  | { kind: 'probe'; probe: Probe; script: Script | null };

export type TaskSubject = Extract<TrialSubject, { kind: 'task' }>;

/** A task as its agent finds it. */
export function taskSubject(files: TaskFiles): TaskSubject {
  const { workspace, repository = [] } = files;
  return { kind: 'task', ...files, workspace: [...workspace, ...repository] };
}

/** What the objects of its repository hold, which no search of the workspace finds. */
export function historyOf({ history }: TaskSubject): Files {
  return [...(history ?? new Map<string, Files>()).values()].flat();
}

/** The files that a task gives to its agent, with all that arrive later: what came last is at its place. */
export function givenFiles(subject: Given): Files {
  return [...new Map(allGivenFiles(subject).map((file) => [file.path, file])).values()];
}

type Given = Pick<TaskSubject, 'task' | 'workspace' | 'arrivals'>;

/** With so many turns whose files arrive only if they are asked for, each choice of them is tried. */
const MOST_CHOICES_OF = 3;

/**
 * What somebody who does nothing may leave: the given files with what arrives in any case, and, of the files that arrive
 * only if the user is asked for them, with all, with none, with each alone and with all but each.
 */
export function untouchedWorkspaces(subject: Given): Files[] {
  const { task } = subject;
  const turns = task.turns ?? [];
  const asked = turns.filter(isAskedFor);
  const choices = [
    asked,
    [],
    ...asked.map((turn) => [turn]),
    ...asked.map((turn) => asked.filter((other) => other !== turn)),
  ];
  const workspaces = choices.map((chosen) => {
    const said = turns.filter((turn) => !isAskedFor(turn) || chosen.includes(turn));
    return givenFiles({ ...subject, task: { ...task, turns: said } });
  });
  return [...new Map(workspaces.map((files) => [keyOf(files), files])).values()];
}

/** Whether these are all that can be left, whatever the user is asked for. */
export function triesAllTurns({ turns = [] }: Task): boolean {
  return turns.filter(isAskedFor).length <= MOST_CHOICES_OF;
}

function isAskedFor({ when, files }: UserTurn): boolean {
  return when !== undefined && files !== undefined;
}

function keyOf(files: Files): string {
  const told = files.map(({ path, executable, content }) => [path, executable, digestOf(content)]);
  return canonicalJson(told);
}

/** Also those at whose places others arrive later. */
export function allGivenFiles({ task, workspace, arrivals = [] }: Given): Files {
  const later = (task.turns ?? []).flatMap(
    (turn) => arrivals.find(({ name }) => name === turn.files)?.files ?? [],
  );
  return [...workspace, ...later];
}
