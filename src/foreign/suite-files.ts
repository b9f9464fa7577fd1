import { renderYaml } from '../base/render-yaml.ts';
import { schemaFiles, schemaLine } from '../contracts/schema-files.ts';
import { textFile } from './drafting/file-text.ts';
import type { Files, SuiteDraft, TaskDraft } from './foreign-format.ts';

/** The files of a suite's folder, as `assay init` would write them. */
export function suiteFiles({ suite, skill, environment, tasks, triggers = null }: SuiteDraft): Files {
  return [
    textFile('suite.yaml', schemaLine('suite', '') + renderYaml(suite)),
    ...(triggers === null
      ? []
      : [textFile('triggers.yaml', schemaLine('triggers', '') + renderYaml(triggers))]),
    ...schemaFiles().map(({ path, content }) => textFile(path, content)),
    ...below('skill', skill),
    ...below('environment', environment),
    ...tasks.flatMap(taskFiles),
  ];
}

function taskFiles({ task, script, ...folders }: TaskDraft): Files {
  const { workspace, grade, solution, environment = [], turns = [] } = folders;
  const files = [
    textFile('task.yaml', schemaLine('task', '../') + renderYaml(task)),
    ...below('workspace', workspace),
    ...below('grade', grade),
    ...below('solution', solution),
    ...below('environment', environment),
    ...below('turns', turns),
    ...(script === null ? [] : [textFile('script.yaml', schemaLine('script', '../') + renderYaml(script))]),
  ];
  return below(task.id, files);
}

function below(folder: string, files: Files): Files {
  return files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));
}
