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
  const { areRows, count, size, steps } = linesOf(picture);
  const cells = new Float64Array(CELLS * CELLS * COLOURS);
  const line = new Float64Array(CELLS * COLOURS);
  for (let index = 0; index < count; index++) {
    addPixels(picture, { from: index * steps.line, step: steps.pixel, size }, line.fill(0));
    for (let cell = firstCell(index, count); cell < cellsEnd(index, count); cell++) {
      const share = shareOf(cell, index, count);
      for (let at = 0; at < line.length; at++)
        add(cells, placeIn(cell, at, areRows), (line[at] ?? 0) * share);
    }
  }
  return cells;
}

type Lines = { areRows: boolean; count: number; size: number; steps: { line: number; pixel: number } };

/**
 * The lines in which the pixels are added up: columns if a picture is narrower than the grid, and otherwise rows. A line adds
 * to all cells across, so that millions of rows with one pixel would take minutes.
 */
function linesOf({ width, height }: Picture): Lines {
  return width < CELLS
    ? { areRows: false, count: width, size: height, steps: { line: 1, pixel: width } }
    : { areRows: true, count: height, size: width, steps: { line: width, pixel: 1 } };
}

/** Where the grid has a colour of a line: rows come one after the other, whichever way the lines go. */
function placeIn(cell: number, at: number, areRows: boolean): number {
  if (areRows) return cell * CELLS * COLOURS + at;
  return (Math.floor(at / COLOURS) * CELLS + cell) * COLOURS + (at % COLOURS);
}

type Line = { from: number; step: number; size: number };

/** Adds up the mean colours of a line of pixels in each cell along it. */
function addPixels({ pixels }: Picture, { from, step, size }: Line, sums: Float64Array): void {
  for (let index = 0; index < size; index++) {
    const at = (from + index * step) * 4;
    const alpha = (pixels[at + 3] ?? 0) / 255;
    for (let cell = firstCell(index, size); cell < cellsEnd(index, size); cell++) {
      const share = shareOf(cell, index, size);
      for (let colour = 0; colour < COLOURS; colour++) {
        const value = ((pixels[at + colour] ?? 0) / 255) * alpha + 1 - alpha;
        add(sums, cell * COLOURS + colour, value * share);
      }
    }
  }
}

function add(sums: Float64Array, at: number, value: number): void {
  sums[at] = (sums[at] ?? 0) + value;
}

/*
 * A side of a picture may have millions of pixels, so nothing is kept for each: the cells that a pixel covers, and the part of
 * each that it covers, are calculated where they are needed.
 */

function firstCell(index: number, size: number): number {
  return Math.floor((index * CELLS) / size);
}

function cellsEnd(index: number, size: number): number {
  return Math.min(CELLS, Math.ceil(((index + 1) * CELLS) / size));
}

function shareOf(cell: number, index: number, size: number): number {
  const [start, end] = [(index * CELLS) / size, ((index + 1) * CELLS) / size];
  return Math.min(end, cell + 1) - Math.max(start, cell);
}
