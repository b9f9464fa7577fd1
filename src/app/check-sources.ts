import { AssayError, type ErrorCode } from '../base/assay-error.ts';
import { applyBaseline, type BaselineTerms } from '../checks/apply-baseline.ts';
import type { Rigour } from '../checks/findings/complete-finding.ts';
import type { Check } from '../checks/findings/rule.ts';
import { notLoaded } from '../checks/not-loaded.ts';
import { reportSource } from '../checks/report-source.ts';
import { checksWith } from '../checks/rules.ts';
import type { CheckReport } from '../contracts/check-report.ts';
import { type LoadOptions, loadSource } from '../sources/load-source.ts';
import { LOCAL_PATHS } from '../sources/local-paths.ts';
import { parseSource } from '../sources/parse-source.ts';
import { loadScriptParser } from '../sources/script-parser.ts';
import type { Source } from '../sources/source.ts';
import { endedBySignals } from './blocking-work.ts';
import { requireUninterrupted } from './require-uninterrupted.ts';

export type CheckSourcesOptions = Rigour &
  LoadOptions & {
    baseline?: BaselineTerms;
    /** Called before each source is read, which may take a while. */
    onSource?: (source: string, index: number) => void;
  };

/**
 * Checks every skill of every source and yields each report as soon as it is ready. A source that cannot be
 * loaded gets a report too, so that one broken source does not lose the others. A mistyped source is an error
 * before anything is checked, and so is, once its source has been read, a skill name that is not in it.
 */
export async function* checkSources(
  sources: readonly string[],
  { baseline, onSource, ...options }: CheckSourcesOptions = {},
): AsyncGenerator<CheckReport> {
  const parsed = sources.map((text) => parseSource(text, LOCAL_PATHS));
  const parser = await loadScriptParser();
  const checks = checksWith(parser);
  for (const [index, source] of parsed.entries()) {
    onSource?.(source.text, index);
    for await (const report of checkSource(source, checks, options)) {
      yield baseline === undefined ? report : applyBaseline(report, baseline);
      await parser.recover();
      await requireUninterrupted(options.signal, 'checking');
    }
  }
}

/** The skills in the index of a site are published, whoever checks them. */
async function* checkSource(
  source: Source,
  checks: readonly Check[],
  { strict = false, published = false, ...loading }: Rigour & LoadOptions,
): AsyncGenerator<CheckReport> {
  const { text } = source;
  try {
    const loaded = await loadSource(source, loading);
    const isPublished = published || source.kind === 'site';
    const reports = reportSource(text, loaded, { strict, published: isPublished, checks });
    const next = () => endedBySignals(() => reports.next());
    for (let one = next(); one.done !== true; one = next()) yield one.value;
  } catch (thrown) {
    if (thrown instanceof AssayError && NO_REPORT.has(thrown.code)) throw thrown;
    yield notLoaded(text, thrown);
  }
}

/** These errors are about the command itself, so no report of a source shows them. */
const NO_REPORT: ReadonlySet<ErrorCode> = new Set(['INTERRUPTED', 'USAGE']);
