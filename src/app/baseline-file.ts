import { existsSync } from 'node:fs';
import { AssayError } from '../base/assay-error.ts';
import { parseYaml } from '../base/parse-yaml.ts';
import { printableJson } from '../base/printable-json.ts';
import { applyBaseline, type BaselineTerms, baselineOf, idleEntries } from '../checks/apply-baseline.ts';
import { CheckBaseline } from '../contracts/check-baseline.ts';
import type { CheckReport } from '../contracts/check-report.ts';
import { systemClock } from '../runner/clock.ts';
import { type GivenFile, readGiven, requireWritable, writeGiven } from './given-file.ts';

/** The baseline that a check applies, and the file to write a new one to, with the reason for it. */
export type BaselineOptions = { baseline?: string; writeBaseline?: string; reason?: string };

/** Reads the baseline, in JSON or in YAML. Without a baseline nothing is accepted. */
export function readBaseline({ baseline: file }: BaselineOptions): BaselineTerms {
  const today = systemClock.now().toISOString().slice(0, 10);
  if (file === undefined) return { baseline: { format: 'assay/check-baseline@1', entries: [] }, today };
  return { baseline: parseYaml(CheckBaseline, readGiven(given(file)), file), today };
}

/**
 * Call this before the work begins: accepting findings needs a reason, and existing entries must not be
 * overwritten.
 */
export function requireWritableBaseline({ baseline, writeBaseline: file, reason }: BaselineOptions): void {
  if (file === undefined && reason === undefined) return;
  if (file === undefined) throw new AssayError('USAGE', '--reason goes with --write-baseline FILE.');
  if (!reason?.trim()) {
    throw new AssayError(
      'USAGE',
      '--write-baseline needs --reason TEXT: why is it right to accept all of this?',
    );
  }
  requireWritable(given(file));
  if (existsSync(file) && file !== baseline) {
    const message = `${file} exists. Add --baseline ${file}, so that its entries are kept, or name another file.`;
    throw new AssayError('USAGE', message);
  }
}

/**
 * Writes a baseline that accepts all open findings for this reason, beside the entries of `terms` that still
 * accept something. Returns the reports with the new baseline applied.
 */
export function writeBaseline(
  { file, reason }: { file: string; reason: string },
  reports: readonly CheckReport[],
  { baseline: before, today }: BaselineTerms,
): CheckReport[] {
  const idle = new Set(idleEntries({ baseline: before, today }, reports).map(({ entry }) => entry));
  const kept = before.entries.filter((entry) => !idle.has(entry));
  const baseline = { ...before, entries: [...kept, ...baselineOf(reports, reason)] };
  writeGiven(given(file), printableJson(baseline));
  return reports.map((report) => applyBaseline(report, { baseline, today }));
}

function given(file: string): GivenFile {
  return { file, what: 'baseline', hint: 'Create one with "assay check --write-baseline".' };
}
