import { parseNamedYaml } from '../base/parse-named-yaml.ts';
import { Task } from '../contracts/task.ts';

/** `file` is where the text was read: its folder must bear the task's id. */
export function parseTask(text: string, file: string): Task {
  return parseNamedYaml(Task, text, file);
}
