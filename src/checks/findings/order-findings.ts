import { type Finding, Severity } from '../../contracts/finding.ts';

/** Sorts the worst first, and then in the order in which a reader goes through the files. */
export function bySeverityThenPlace(a: Finding, b: Finding): number {
  return (
    rank(a) - rank(b) ||
    compareText(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.rule, b.rule)
  );
}

function rank({ severity }: Finding): number {
  return Severity.options.indexOf(severity);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
