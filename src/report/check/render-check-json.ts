import { printableJson, printableJsonLine } from '../../base/printable-json.ts';
import type { CheckReport, CheckReports } from '../../contracts/check-report.ts';

export function renderCheckJson(reports: readonly CheckReport[]): string {
  const all: CheckReports = { skills: [...reports] };
  return printableJson(all);
}

export function renderCheckJsonl(reports: readonly CheckReport[]): string {
  return reports.map(printableJsonLine).join('');
}
