import { setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import { assayVersion } from '../../app/assay-version.ts';
import {
  type BaselineOptions,
  readBaseline,
  requireWritableBaseline,
  writeBaseline,
} from '../../app/baseline-file.ts';
import { type CheckSourcesOptions, checkSources } from '../../app/check-sources.ts';
import { describeRules } from '../../app/explain-rule.ts';
import { sourceLimits } from '../../app/source-limits.ts';
import { type BaselineTerms, type IdleEntry, idleEntries } from '../../checks/apply-baseline.ts';
import { maskSecrets } from '../../checks/findings/mask-secrets.ts';
import { failsBySpecificationAlone, type GateOutcome, gate } from '../../checks/gate.ts';
import type { CheckReport } from '../../contracts/check-report.ts';
import type { Severity } from '../../contracts/finding.ts';
import { type CheckFormat, checkFormats } from '../../report/check-formats.ts';
import type { CheckFormatName } from '../../report/formats.ts';
import { untilInterrupted } from '../ending/until-interrupted.ts';
import { type OutputTarget, openOutput } from '../terminal/open-output.ts';
import { say, terminalOptions } from '../terminal/print.ts';
import { slowNotice } from '../terminal/slow-notice.ts';

type FormatOptions = Partial<Record<CheckFormatName, boolean>>;

type Options = Omit<CheckSourcesOptions, 'baseline' | 'limits'> &
  BaselineOptions &
  FormatOptions & { failOn: Severity; limit?: string[]; output?: string; verbose?: boolean };

/** Young objects that may take ever more room make a large skill take up to 190 MB more, and save a tenth of the time. */
const STEADY_MEMORY = '--semi-space-growth-factor=1';

const EXIT_CODES = { passed: 0, findings: 1, incomplete: 3 } as const satisfies Record<GateOutcome, number>;

export async function check(sources: readonly string[], command: Command): Promise<void> {
  setFlagsFromString(STEADY_MEMORY);
  const options = command.optsWithGlobals<Options>();
  requireWritableBaseline(options);
  const baseline = readBaseline(options);
  const limits = sourceLimits(options.limit);
  using output = openOutput(options.output);
  using notice = slowNotice(say);
  const onSource = (source: string, index: number) =>
    notice.begin(`${maskSecrets(source)} (${index + 1} of ${sources.length})`);
  const reports = await untilInterrupted((signal) =>
    printAll(checkSources(sources, { ...options, limits, baseline, signal, onSource }), output, options),
  );
  const judged = judge(reports, baseline, options);
  for (const line of explainGate(judged, options.failOn)) say(line);
  process.exitCode = EXIT_CODES[gate(judged, options.failOn)];
}

/** If no finding is as severe as --fail-on, the user has to be told what failed. */
function explainGate(reports: readonly CheckReport[], failOn: Severity): string[] {
  const rules = new Set(failsBySpecificationAlone(reports, failOn).map(({ rule }) => rule));
  if (rules.size === 0) return [];
  return [
    `This fails --fail-on ${failOn} because the specification is violated, which counts as high: ${[...rules].join(', ')}.`,
  ];
}

/** Applies the baseline that has just been written, or names the entries of the old one that do nothing. */
function judge(
  reports: readonly CheckReport[],
  baseline: BaselineTerms,
  { baseline: read, writeBaseline: file, reason }: BaselineOptions,
): readonly CheckReport[] {
  if (file === undefined || reason === undefined) {
    for (const idle of idleEntries(baseline, reports)) say(describeIdle(idle, read));
    return reports;
  }
  const judged = writeBaseline({ file, reason }, reports, baseline);
  say(`All open findings are now accepted in ${file}.`);
  return judged;
}

/** Prints each report as it comes if the format is a stream, and otherwise all of them at the end. */
async function printAll(
  coming: AsyncIterable<CheckReport>,
  output: OutputTarget,
  { verbose = false, ...options }: Options,
): Promise<CheckReport[]> {
  const { isStream, render } = formatOf(options);
  const colour = options.output === undefined && terminalOptions().colour;
  const terms = {
    ...terminalOptions(),
    colour,
    verbose,
    assayVersion: assayVersion(),
    rules: describeRules(),
  };
  const reports: CheckReport[] = [];
  for await (const report of coming) {
    reports.push(report);
    if (isStream) output.write(render([report], terms));
  }
  if (!isStream) output.write(render(reports, terms));
  return reports;
}

/** The command line takes one of these options at most; the first format has none. */
function formatOf(options: FormatOptions): CheckFormat {
  return checkFormats.reduce((chosen, format) => (options[format.name] ? format : chosen));
}

function describeIdle({ entry, why }: IdleEntry, file = ''): string {
  const { rule, skill = 'any skill' } = entry;
  const what = why === 'expired' ? `expired on ${entry.expires}` : why;
  return `${file}: the entry for ${rule} in ${skill} ${what}. Remove it.`;
}
