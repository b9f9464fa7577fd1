import type { Probe } from '../contracts/probe.ts';
import type { Script } from '../contracts/script.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import type { Task } from '../contracts/task.ts';
import type { SandboxTemplate } from '../sandbox/sandbox.ts';

type Files = SkillFolder['files'];

/** The subject of a trial, with the files that the plan does not hold. */
export type TrialSubject =
  | {
      kind: 'task';
      task: Task;
      workspace: Files;
      grade: Files;
      script: Script | null;
      /** What the sandboxes of the agent, the graders and the solution are made from; none for those of the run. */
      template?: SandboxTemplate | undefined;
    }
  | { kind: 'probe'; probe: Probe; script: Script | null };

export type TaskSubject = Extract<TrialSubject, { kind: 'task' }>;
