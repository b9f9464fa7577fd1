import type { LocatedValue } from '../../base/located-value.ts';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import { fileText } from '../drafting/file-text.ts';
import { fileAt } from '../drafting/workspace-files.ts';
import type { Files } from '../foreign-format.ts';
import type { Evaluation } from './skillgrade-schema.ts';

/** A task with what stands around it. */
export type Told = {
  id: string;
  data: Evaluation;
  document: LocatedValue;
  index: number;
  files: Files;
  folder: string;
  budget: DraftBudget;
};

export function placeIn({ document, index }: Told, ...path: PropertyKey[]): string {
  return document.placeOf({ path: ['tasks', index, ...path], about: 'value' });
}

/** A text in one line that is the path of a file stands for that file. */
export function fileOrText(text: string, { files, folder, budget, id }: Told): string {
  const file = /\n|\s\S+\s/.test(text) ? null : fileAt(text.trim(), folder, files);
  budget.reserve({ characters: file?.content.length ?? 0 }, `the task ${id}`);
  return file === null ? text : fileText(file);
}
