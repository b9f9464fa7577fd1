import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Files, SHAPES } from './shapes.ts';

const BYTES = 5_000_000;
const BOUND_MEGABYTES = 300;
const SHOWN = 8;
/** What `assay` is once it is installed. */
const COMMAND = fileURLToPath(new URL('../bin/assay.cjs', import.meta.url));
/** Written to a pipe of its own as the process ends. */
const TELL_PEAK = `data:text/javascript,import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));`;

/** The most memory that the whole command takes for a skill of 5 MB, whatever its shape, beside what it may take. */
export async function checkMemory() {
  const peaks = Object.entries(SHAPES).map(([shape, make]) => ({ shape, megabytes: peakOf(make(BYTES)) }));
  const worst = peaks.toSorted((a, b) => b.megabytes - a.megabytes).slice(0, SHOWN);
  const ratio = (worst[0]?.megabytes ?? Number.NaN) / BOUND_MEGABYTES;
  return { bench: 'check-memory', ratio, bound: 1, shapes: peaks.length, worst };
}

function peakOf(files: Files): number {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    write(folder, files);
    const { status, output } = spawnSync(
      process.execPath,
      ['--import', TELL_PEAK, COMMAND, 'check', folder],
      {
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        encoding: 'utf8',
      },
    );
    if (status !== 0 && status !== 1) throw new Error(`The check ended with ${status}: ${output[2]}`);
    return (Number(output[3]) * 1024) / 1e6;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function write(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
