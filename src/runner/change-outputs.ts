import type { Sandbox } from '../sandbox/sandbox.ts';
import { madeAndKept } from './altered-work.ts';
import { changeDatabase, isDatabase } from './other-values/change-database.ts';
import type { OtherValue } from './other-values/other-value.ts';
import { otherValues } from './other-values/other-values.ts';
import type { Work } from './solve-task.ts';

/** By the paths of the files. */
export type OtherValues = ReadonlyMap<string, readonly OtherValue[]>;

/** Each of them is graded, which may take a sandbox. */
const MOST_VALUES = 12;
export const MOST_VALUES_OF_FILE = 3;

/**
 * Versions of the files that a solution made or changed, each with one value changed. `openSandbox` opens one in which
 * they lie, if there is a database among them.
 */
export async function changeOutputs(
  work: Work,
  openSandbox: () => Promise<Sandbox>,
  signal: AbortSignal,
): Promise<OtherValues> {
  const files = madeAndKept(work).made.slice(0, MOST_VALUES);
  const most = Math.min(MOST_VALUES_OF_FILE, Math.max(1, Math.floor(MOST_VALUES / files.length)));
  await using sandboxes = new AsyncDisposableStack();
  let opened: Sandbox | null = null;
  const others = new Map<string, OtherValue[]>();
  for (const { path } of files) {
    const content = Buffer.from(work.after.contents.get(path) ?? []);
    if (isDatabase(content)) {
      opened ??= sandboxes.use(await openSandbox());
      others.set(path, await changeDatabase(path, most, opened, signal));
    } else others.set(path, await otherValues(content, most));
  }
  return others;
}
