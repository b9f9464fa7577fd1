import { peakOfCommand } from './installed-command.ts';
import { type Files, SHAPES } from './shapes.ts';
import { temporaryFolder, writeFiles } from './temporary-files.ts';

const BYTES = 5_000_000;
const BOUND_MEGABYTES = 300;
const SHOWN = 8;

/** The most memory that the whole command takes for a skill of 5 MB, whatever its shape, beside what it may take. */
export async function checkMemory() {
  const peaks = Object.entries(SHAPES).map(([shape, make]) => ({ shape, megabytes: peakOf(make(BYTES)) }));
  const worst = peaks.toSorted((a, b) => b.megabytes - a.megabytes).slice(0, SHOWN);
  const ratio = (worst[0]?.megabytes ?? Number.NaN) / BOUND_MEGABYTES;
  return { bench: 'check-memory', ratio, bound: 1, shapes: peaks.length, worst };
}

function peakOf(files: Files): number {
  using folder = temporaryFolder();
  writeFiles(folder.path, Object.entries(files));
  return peakOfCommand(['check', folder.path], [0, 1]);
}
