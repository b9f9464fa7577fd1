import type { Command } from 'commander';
import { reportRun } from '../../app/report-run.ts';
import { recordedResults } from '../../app/results-folder.ts';
import type { GlobalOptions } from '../common-options.ts';
import { COULD_NOT_MEASURE } from '../ending/exit-code.ts';
import { print, say, terminalOptions } from '../terminal/print.ts';

type Options = GlobalOptions & { format: string; output?: string };

export async function report(run: string, command: Command): Promise<void> {
  const { results, format, output } = command.optsWithGlobals<Options>();
  const { text, isLost, notice } = await reportRun(recordedResults(results), run, format, {
    ...terminalOptions(),
    ...(output === undefined ? {} : { output, colour: false }),
  });
  print(output === undefined ? text : `Written to ${output}.`);
  if (notice !== null) say(notice);
  if (isLost) process.exitCode = COULD_NOT_MEASURE;
}
