import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { loadBenchmark } from '../src/app/benchmark.ts';

const BUNDLED = fileURLToPath(new URL('../tasks/csv-tidy/', import.meta.url));
const TASKS = 200;
const WANTED_SECONDS = 1;

/**
 * Processor time that it takes to load and validate a suite of 200 tasks, cold start of the readers included. `bare` is
 * reading the same files and parsing their YAML.
 */
export async function loadSuite() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const suite = largeSuite(folder);
    const seconds = await cpuSeconds(async () => {
      const { suite: read } = await loadBenchmark(suite);
      if (read.tasks.length !== TASKS) throw new Error(`${read.tasks.length} of ${TASKS} tasks were read`);
    });
    const bare = await cpuSeconds(async () => readAll(suite));
    return { bench: 'load-suite', ratio: seconds / WANTED_SECONDS, bound: 1, tasks: TASKS, seconds, bare };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The tasks of the bundled suite, again and again under other names. */
function largeSuite(folder: string): string {
  const suite = join(folder, basename(BUNDLED));
  cpSync(BUNDLED, suite, { recursive: true });
  const tasks = readdirSync(suite, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'task.yaml')
    .map(dirname);
  for (let index = tasks.length; index < TASKS; index++) {
    const task = tasks[index % tasks.length] ?? '';
    const copy = `${task}-${index}`;
    cpSync(join(suite, task), join(suite, copy), { recursive: true });
    const file = join(suite, copy, 'task.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^id: .*$/m, `id: ${copy}`));
  }
  return suite;
}

function readAll(suite: string): void {
  for (const entry of readdirSync(suite, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    if (entry.name.endsWith('.yaml')) parse(text);
  }
}

/** The processor's time, which other work on the machine does not use up. */
async function cpuSeconds(work: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
