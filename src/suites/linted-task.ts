import type { SkillFolder } from '../contracts/skill.ts';
import type { Task } from '../contracts/task.ts';
import type { TaskFiles } from './read-task-folder.ts';

type Files = SkillFolder['files'];

export type LintedSkill = {
  name: string;
  description: string;
  body: string;
  /** All that an agent can read. */
  files: Files;
  /** Files of the skill that it cannot read, because they say what is expected. */
  withheld: Files;
  /** What is put into the sandboxes of both arms, whatever the task. */
  environment: Files;
  /** What `suite.yaml` sets for these sandboxes: variables, packages and secrets. */
  settings?: Readonly<Record<string, unknown>>;
};
export type LintedTask = Pick<TaskFiles, 'task' | 'workspace' | 'grade' | 'environment'> &
  Partial<Pick<TaskFiles, 'arrivals' | 'answers' | 'history'>> & { solution: Files };

/** Each text that the agent is told, with what it is called. */
export function textsOfUser({ prompt, turns = [] }: Task): { what: string; text: string }[] {
  const said = turns.map(({ say }, index) => ({ what: `The turn ${index + 1} of the user`, text: say }));
  return [{ what: 'The prompt', text: prompt }, ...said];
}
