import type { Probe } from '../contracts/probe.ts';
import type { Script } from '../contracts/script.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import type { Task } from '../contracts/task.ts';

type Files = SkillFolder['files'];

/** The subject of a trial, with the files that the plan does not hold. */
export type TrialSubject =
  | { kind: 'task'; task: Task; workspace: Files; grade: Files; script: Script | null }
  | { kind: 'probe'; probe: Probe; script: Script | null };

export type TaskSubject = Extract<TrialSubject, { kind: 'task' }>;
