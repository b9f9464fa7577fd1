import { printableJsonLine } from '../../base/printable-json.ts';
import type { CheckReport } from '../../contracts/check-report.ts';

export function renderCheckJsonl(reports: readonly CheckReport[]): string {
  return reports.map(printableJsonLine).join('');
}
