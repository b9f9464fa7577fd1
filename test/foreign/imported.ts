import { Suite } from '../../src/contracts/suite.ts';
import { Task } from '../../src/contracts/task.ts';
import { DraftBudget } from '../../src/foreign/drafting/draft-budget.ts';
import { textFile } from '../../src/foreign/drafting/file-text.ts';
import type { Files, ForeignFormat, TaskDraft } from '../../src/foreign/foreign-format.ts';

/** What a format makes of these texts, by their paths. Everything in it fits the schemas of suites and tasks. */
export function importedBy(
  { read, recognises }: ForeignFormat,
  texts: Readonly<Record<string, string>>,
  { skill = null }: { skill?: Files | null } = {},
) {
  const files = Object.entries(texts).map(([path, text]) => textFile(path, text));
  const source = { files, entry: null, skill, skillName: skill === null ? null : 'given' };
  const isRecognised = recognises(source);
  const { draft, losses } = read(source, new DraftBudget());
  Suite.parse(draft.suite);
  for (const { task } of draft.tasks) Task.parse(task);
  const told = losses.map(({ file, place, effect, detail }) => `${file}:${place} ${effect}: ${detail}`);
  return { ...draft, isRecognised, losses: told };
}

export function onlyTask(tasks: readonly TaskDraft[]): TaskDraft {
  const [task, ...others] = tasks;
  if (task === undefined || others.length > 0) throw new Error(`expected one task, found ${tasks.length}`);
  return task;
}

export function textsOfFiles(files: Files): Record<string, string> {
  return Object.fromEntries(files.map(({ path, content }) => [path, new TextDecoder().decode(content)]));
}

/** A list of lists that becomes a billion texts if it is written out. */
export function multiplyingAliases(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const items = Array.from({ length: 9 }, () => (level === 0 ? 'x' : `*a${level - 1}`));
    return `a${level}: &a${level} [${items.join(', ')}]\n`;
  });
  return levels.join('');
}
