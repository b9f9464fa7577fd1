import { DraftBudget, type DraftSize, requireModestDraft } from './drafting/draft-budget.ts';
import type { ForeignSource, Imported } from './foreign-format.ts';
import { formatNamed } from './formats.ts';

/** Tasks in the format with this id, or in the one that they look like. `path` is what the user called them. */
export type DraftTask = { format: string; path: string; source: ForeignSource };

/** A draft, and the format that it came from. */
export type ReadDraft = Imported & { from: string };

/** Makes a draft of a suite from a foreign source. Its size is limited while it is made, and once more as a whole. */
export function readDraft({ format, path, source }: DraftTask, limits?: DraftSize): ReadDraft {
  const [from, { read }] = formatNamed(format, source, path);
  const imported = read(source, new DraftBudget(limits));
  requireModestDraft(imported.draft, limits);
  return { ...imported, from };
}
