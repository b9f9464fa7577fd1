import { parseNamedYaml } from '../base/parse-named-yaml.ts';
import { Task } from '../contracts/task.ts';

/** `file` is where the text was read from: its folder must have the task's id as its name. */
export function parseTask(text: string, file: string): Task {
  return parseNamedYaml(Task, text, file);
}
