import { AssayError } from '../base/assay-error.ts';
import { reportFormats } from '../report/report-formats.ts';
import type { ReportOptions } from '../report/report-options.ts';
import { writeGiven } from './given-file.ts';
import { describeStanding, readRun } from './stored-runs.ts';

/**
 * `isLost` is true if some of the evidence for the scorecard is lost. `notice` says what an unfinished run
 * still lacks.
 */
export type RunReport = { text: string; isLost: boolean; notice: string | null };

/** Renders the scorecard of a run in one of the formats, and writes it to `output` if that is given. */
export async function reportRun(
  resultsDir: string,
  runId: string,
  format: string,
  options: ReportOptions & { output?: string },
): Promise<RunReport> {
  const reporter = reportFormats.find(({ name }) => name === format);
  if (reporter === undefined) {
    const known = reportFormats.map(({ name }) => name).join(', ');
    throw new AssayError('USAGE', `Unknown format "${format}". Available: ${known}.`);
  }
  const { run, scorecard } = await readRun(resultsDir, runId);
  const text = reporter.render(scorecard, options);
  if (options.output !== undefined) writeGiven({ file: options.output, what: 'report' }, text);
  const isLost = scorecard.ungraded.some(({ reason }) => reason === 'evidence-lost');
  return { text, isLost, notice: describeStanding(run) };
}
