import type { Command } from 'commander';
import { rescoreRun } from '../../app/rescore-run.ts';
import { resultsFolder } from '../../app/results-folder.ts';
import { renderJson } from '../../report/render-json.ts';
import { renderTerminal } from '../../report/terminal/render-terminal.ts';
import type { GlobalOptions, ScoringOptions } from '../common-options.ts';
import { COULD_NOT_MEASURE } from '../exit-code.ts';
import { print, say, terminalOptions } from '../print.ts';

export async function rescore(run: string, command: Command): Promise<void> {
  const { results, json, ...overrides } = command.optsWithGlobals<
    GlobalOptions & ScoringOptions & { json?: boolean }
  >();
  const { scorecard, same } = await rescoreRun(resultsFolder(results), run, overrides);
  print(json ? renderJson(scorecard) : renderTerminal(scorecard, terminalOptions()));
  say(verdictOn(same));
  if (same === false) process.exitCode = 1;
  else if (scorecard.ungraded.some(({ reason }) => reason === 'evidence-lost'))
    process.exitCode = COULD_NOT_MEASURE;
}

function verdictOn(same: boolean | null): string {
  if (same === null) return 'Nothing to compare with: other parameters, or a run that has not ended.';
  return same
    ? 'The same scorecard as was published.'
    : 'This differs from the scorecard that was published.';
}
