import { printableJson } from '../../../base/printable-json.ts';
import type { CheckReport } from '../../../contracts/check-report.ts';
import type { CheckReportOptions } from '../check-report-options.ts';
import { sarifResults } from './sarif-result.ts';
import { sarifRule } from './sarif-rule.ts';

/** Renders SARIF 2.1.0 (OASIS), in the subset that code hosts and editors show. */
export function renderSarif(
  reports: readonly CheckReport[],
  { assayVersion, rules }: CheckReportOptions,
): string {
  const results = reports.flatMap(sarifResults);
  const named = new Set(results.map(({ ruleId }) => ruleId));
  const descriptors = rules.filter(({ id }) => named.has(id)).map(sarifRule);
  const indices = new Map(descriptors.map(({ id }, index) => [id, index]));
  return printableJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Assay',
            semanticVersion: assayVersion,
            rules: descriptors,
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: reports.every(({ verdict }) => verdict !== 'error') }],
        results: results.map(({ ruleId, ...rest }) => ({ ruleId, ruleIndex: indices.get(ruleId), ...rest })),
      },
    ],
  });
}
