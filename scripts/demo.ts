import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { resultsFolder } from '../src/app/results-folder.ts';
import { runSuite } from '../src/app/run-suite.ts';
import { exitCodeOf } from '../src/cli/ending/exit-code.ts';
import { exitCodeOfRun } from '../src/cli/ending/exit-code-of-run.ts';
import { untilInterrupted } from '../src/cli/ending/until-interrupted.ts';
import { print, say, terminalOptions } from '../src/cli/terminal/print.ts';
import { printError } from '../src/cli/terminal/print-error.ts';
import { progressView } from '../src/cli/terminal/progress.ts';
import type { Scorecard } from '../src/contracts/scorecard.ts';
import { renderSideBySide } from '../src/report/terminal/render-side-by-side.ts';
import { renderTerminal } from '../src/report/terminal/render-terminal.ts';

/**
 * Runs the first bundled suite, or with `--all` each of them, and shows the scorecards side by side. The quick set of probes
 * keeps it short.
 */
const SUITES = ['parcel-desk', 'file-quality', 'desk-care'];

/** A trial waits for some of its time, so one more runs than there are cores. */
const CONCURRENCY = availableParallelism() + 1;

const { all } = parseArgs({ options: { all: { type: 'boolean' } } }).values;
const resultsDir = resultsFolder(undefined);

try {
  const scorecards: Scorecard[] = [];
  for (const suite of all ? SUITES : SUITES.slice(0, 1)) scorecards.push(await untilInterrupted(runs(suite)));
  if (all) print(renderSideBySide(scorecards, terminalOptions()));
  process.exitCode = Math.max(...scorecards.map(exitCodeOfRun));
} catch (error) {
  printError(error, { debug: false });
  process.exitCode = exitCodeOf(error);
}

function runs(suite: string): (signal: AbortSignal) => Promise<Scorecard> {
  return async (signal) => {
    using view = progressView(process.stderr);
    const observer = { say, progress: view.show };
    const scripted = { agent: 'api-anthropic', model: 'scripted', repeats: 1, concurrency: CONCURRENCY };
    const scorecard = await runSuite(
      { suite, choice: { probes: 'quick' }, resultsDir, ...scripted },
      observer,
      signal,
    );
    print(renderTerminal(scorecard, terminalOptions()));
    say(`Scorecard page: ${resultsDir}/${scorecard.runId}/scorecard.html`);
    return scorecard;
  };
}
