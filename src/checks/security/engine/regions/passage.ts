import { type Glance, glanceAt } from './glance.ts';
import type { Region } from './region.ts';

/** A text that is searched in one go, with the regions that it contains. */
export type ProsePassage = {
  text: string;
  /** Sorted by offset. */
  regions: readonly Region[];
  /** Whether `text` is a whole file, so that offsets in it are the file's own. */
  isWritten: boolean;
  glance: Glance;
};

/** The texts of a skill as written: one for each file. */
export function passagesOf(regions: readonly Region[]): ProsePassage[] {
  const byFile = Map.groupBy(regions, ({ file }) => file);
  return [...byFile].map(([file, own]) => ({
    text: file.text,
    regions: own.toSorted((a, b) => a.offset - b.offset),
    isWritten: true,
    glance: glanceAt(file.text),
  }));
}

/** A text that is in no file as it is: decoded text, or code inside code. */
export function passageOf(region: Region): ProsePassage {
  return { text: region.text, regions: [region], isWritten: false, glance: glanceAt(region.text) };
}

export type Spot = { region: Region; start: number; end: number };

/** The innermost region at a match, and the match's position in it; null if it belongs to no region. */
export function spotAt({ regions, isWritten }: ProsePassage, start: number, length: number): Spot | null {
  const [first] = regions;
  if (!isWritten) return first === undefined ? null : { region: first, start, end: start + length };
  for (let index = lastBefore(regions, start); index >= 0; index--) {
    const region = regions[index];
    if (region === undefined) return null;
    const from = start - region.offset;
    if (from < region.text.length)
      return { region, start: from, end: Math.min(from + length, region.text.length) };
    if (region.kind !== 'comment' && region.kind !== 'script') return null;
  }
  return null;
}

/** The last region that begins at or before an offset. */
function lastBefore(regions: readonly Region[], offset: number): number {
  let low = 0;
  let high = regions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((regions[middle]?.offset ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
