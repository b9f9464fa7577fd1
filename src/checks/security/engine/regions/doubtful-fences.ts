import type { TextFile } from '../../../skill/text-file.ts';
import { languageNamed } from '../readings/language.ts';
import { type FencedBlock, fencedBlocks } from './fenced-blocks.ts';
import type { Region, RegionKind } from './region.ts';

/**
 * Returns the passages that CommonMark takes for code and these regions for text, or the other way round: people
 * and models follow the marks that they see, and a renderer follows the specification. Nothing introduces them, so
 * that a warning before them excuses nothing.
 */
export function doubtfulRegions(file: TextFile, regions: readonly Region[], from: number): Region[] {
  const code = regions.filter(({ kind }) => kind === 'code');
  const blocks = fencedBlocks(file.text, from);
  const known = new Set(code.map(({ offset, text }) => keyOf(offset, offset + text.length)));
  const other = blocks.filter(({ start, end }) => end > start && !known.has(keyOf(start, end)));
  return [
    ...other.map((block) => regionOf(file, 'code', block)),
    ...partsOutside(code, blocks, file.text).map((part) => regionOf(file, 'prose', part)),
  ];
}

type Part = { start: number; end: number; info: string };

/** The parts of code regions that are in no block of the specification. Both are in the order of the text. */
function partsOutside(code: readonly Region[], blocks: readonly FencedBlock[], text: string): Part[] {
  const parts: Part[] = [];
  let next = 0;
  for (const region of code) {
    const end = region.offset + region.text.length;
    let start = region.offset;
    for (; next < blocks.length; next++) {
      const { opening, closing } = blocks[next] ?? { opening: end, closing: end };
      if (opening >= end) break;
      if (opening > start) parts.push({ start, end: opening, info: '' });
      start = Math.max(start, closing);
      if (closing > end) break;
    }
    if (start < end) parts.push({ start, end, info: '' });
  }
  return parts.filter((part) => text.slice(part.start, part.end).trim() !== '');
}

function keyOf(start: number, end: number): string {
  return `${start} ${end}`;
}

function regionOf(file: TextFile, kind: RegionKind, { start, end, info }: Part): Region {
  const language = kind === 'code' ? languageNamed(info) : null;
  const text = file.text.slice(start, end);
  return { kind, file, text, offset: start, language, headings: [], lead: '', layers: [] };
}
