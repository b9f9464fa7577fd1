import { printableJson } from '../../base/printable-json.ts';
import type { CheckReport, CheckReports } from '../../contracts/check-report.ts';

export function renderCheckJson(reports: readonly CheckReport[]): string {
  const all: CheckReports = { skills: [...reports] };
  return printableJson(all);
}
