import { renderYaml } from '../base/render-yaml.ts';
import { schemaFiles, schemaLine } from '../contracts/schema-files.ts';
import type { Files, SuiteDraft, TaskDraft } from './foreign-format.ts';

/** The files of a suite's folder, as `assay init` would write them. */
export function suiteFiles({ suite, skill, environment, tasks }: SuiteDraft): Files {
  return [
    textFile('suite.yaml', schemaLine('suite', '') + renderYaml(suite)),
    ...schemaFiles().map(({ path, content }) => textFile(path, content)),
    ...below('skill', skill),
    ...below('environment', environment),
    ...tasks.flatMap(taskFiles),
  ];
}

function taskFiles({ task, workspace, grade, solution, script }: TaskDraft): Files {
  const files = [
    textFile('task.yaml', schemaLine('task', '../') + renderYaml(task)),
    ...below('workspace', workspace),
    ...below('grade', grade),
    ...below('solution', solution),
    ...(script === null ? [] : [textFile('script.yaml', schemaLine('script', '../') + renderYaml(script))]),
  ];
  return below(task.id, files);
}

function below(folder: string, files: Files): Files {
  return files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));
}

function textFile(path: string, text: string): Files[number] {
  return { path, executable: false, content: new TextEncoder().encode(text) };
}
