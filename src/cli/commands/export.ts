import { relative } from 'node:path';
import type { Command } from 'commander';
import { exportRun } from '../../app/export-run.ts';
import { exportSuite } from '../../app/export-suite.ts';
import { recordedResults } from '../../app/results-folder.ts';
import { AssayError } from '../../base/assay-error.ts';
import type { GlobalOptions } from '../common-options.ts';
import { print, say } from '../terminal/print.ts';

type Options = GlobalOptions & { format: string; output?: string };

const NOTHING_WRITTEN = 1;

export async function exportCommand(source: string, command: Command): Promise<void> {
  const { results, format, output } = command.optsWithGlobals<Options>();
  if (format === 'benchmark-json') return await benchmark(recordedResults(results), source, output);
  if (format === 'harbor') return await harbor(source, output);
  throw new AssayError('USAGE', `Unknown format "${format}". Available: benchmark-json, harbor.`);
}

async function benchmark(results: string, run: string, output: string | undefined): Promise<void> {
  const { text, notice } = await exportRun(results, run, { output });
  print(output === undefined ? text : `Written to ${output}.`);
  if (notice !== null) say(notice);
}

async function harbor(suite: string, output: string | undefined): Promise<void> {
  if (output === undefined)
    throw new AssayError('USAGE', 'Tasks of Harbor are folders: name one with --output.');
  const { dir, tasks, losses } = await exportSuite(suite, output);
  if (dir === null) print('No task of this suite can be decided by Harbor; nothing was written.');
  else print(`${tasks} ${tasks === 1 ? 'task' : 'tasks'} written to ${relative(process.cwd(), dir) || '.'}.`);
  for (const { file, place, effect, detail } of losses)
    say(`${place === '' ? file : `${file} ${place}`}: ${effect}: ${detail}`);
  if (dir === null) process.exitCode = NOTHING_WRITTEN;
}
