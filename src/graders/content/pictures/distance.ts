import type { Picture } from './picture.ts';

const CELLS = 32;
const COLOURS = 3;

/**
 * How different two pictures look, from 0 to 1: the mean difference of red, green and blue over a grid of 32 by 32 cells
 * that each picture is scaled to by area, over white. Black and white are 1 apart.
 */
export function distanceBetween(one: Picture, other: Picture): number {
  const [cells, others] = [cellsOf(one), cellsOf(other)];
  return cells.reduce((sum, value, at) => sum + Math.abs(value - (others[at] ?? 0)), 0) / cells.length;
}

/** The mean colours of all cells, from 0 to 1. */
function cellsOf(picture: Picture): Float64Array {
  const cells = new Float64Array(CELLS * CELLS * COLOURS);
  const columns = sharesOf(picture.width);
  for (const [y, rows] of sharesOf(picture.height).entries()) {
    const line = lineOf(picture, y, columns);
    for (const { cell, share } of rows)
      for (const [at, value] of line.entries()) {
        const place = cell * line.length + at;
        cells[place] = (cells[place] ?? 0) + value * share;
      }
  }
  return cells;
}

/** The mean colours of a row of pixels in each column of the grid. */
function lineOf({ width, pixels }: Picture, y: number, columns: readonly Share[][]): Float64Array {
  const line = new Float64Array(CELLS * COLOURS);
  for (let x = 0; x < width; x++) {
    const at = (y * width + x) * 4;
    const alpha = (pixels[at + 3] ?? 0) / 255;
    for (const { cell, share } of columns[x] ?? [])
      for (let colour = 0; colour < COLOURS; colour++) {
        const place = cell * COLOURS + colour;
        const value = ((pixels[at + colour] ?? 0) / 255) * alpha + 1 - alpha;
        line[place] = (line[place] ?? 0) + value * share;
      }
  }
  return line;
}

/** The part of a cell that a row or column of pixels covers. */
type Share = { cell: number; share: number };

function sharesOf(size: number): Share[][] {
  return Array.from({ length: size }, (_, index) => {
    const [start, end] = [(index * CELLS) / size, ((index + 1) * CELLS) / size];
    const first = Math.floor(start);
    const cells = Array.from({ length: Math.min(CELLS, Math.ceil(end)) - first }, (_, at) => first + at);
    return cells.map((cell) => ({ cell, share: Math.min(end, cell + 1) - Math.max(start, cell) }));
  });
}
