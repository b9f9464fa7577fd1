import { renderBenchmark } from '../report/benchmark/render-benchmark.ts';
import { writeGiven } from './given-file.ts';
import { describeStanding, readRun } from './stored-runs.ts';

/** `notice` says what an unfinished run still lacks. */
export type ExportedRun = { text: string; notice: string | null };

/** The results of a run in the format of another tool, written to `output` if that is given. */
export async function exportRun(
  resultsDir: string,
  runId: string,
  { output }: { output: string | undefined },
): Promise<ExportedRun> {
  const { run, scorecard, records } = await readRun(resultsDir, runId);
  const text = renderBenchmark(scorecard, records);
  if (output !== undefined) writeGiven({ file: output, what: 'benchmark' }, text);
  return { text, notice: describeStanding(run) };
}
