import type { z } from 'zod';
import type { Loss } from '../contracts/loss.ts';
import type { ScriptFile } from '../contracts/script.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import type { Suite } from '../contracts/suite.ts';
import type { Task } from '../contracts/task.ts';
import type { Triggers } from '../contracts/triggers.ts';
import type { DraftBudget } from './drafting/draft-budget.ts';

export type Files = SkillFolder['files'];

/** A task before it is written, with the fields that a person would write. */
export type TaskDraft = {
  task: z.input<typeof Task>;
  workspace: Files;
  grade: Files;
  solution: Files;
  /** The files of the task's own `environment/`. */
  environment?: Files;
  /** The files of `turns/`. */
  turns?: Files;
  script: z.input<typeof ScriptFile> | null;
  /** Without these nobody can do the task. */
  lacks?: readonly string[];
};

export type SuiteDraft = {
  suite: z.input<typeof Suite>;
  skill: Files;
  /** The files of `environment/`. */
  environment: Files;
  tasks: readonly TaskDraft[];
  triggers?: z.input<typeof Triggers> | null;
};

/** What is imported: the files of a folder, and the one that describes its tasks. */
export type ForeignSource = {
  /** Paths are relative to the folder that was given, or to that of the file that was given. */
  files: Files;
  /** The file that was given; `null` if a folder was. */
  entry: string | null;
  /** The skill under test, if it was named or lies around the tasks. */
  skill: Files | null;
  /** The name of that skill. */
  skillName: string | null;
};

export type Imported = { draft: SuiteDraft; losses: readonly Loss[] };

/** A format of tasks that is not ours. What is wrong with a file is an `INPUT_INVALID` that names file, line and field. */
export type ForeignFormat = {
  /** Whether these files look like it. */
  readonly recognises: (source: ForeignSource) => boolean;
  /** The files that have the name of its descriptions of tasks, whatever is in them. Some formats share one. */
  readonly named: (source: ForeignSource) => Files;
  /** Whatever a source can repeat is taken from the budget before it is made. */
  readonly read: (source: ForeignSource, budget: DraftBudget) => Imported;
};
