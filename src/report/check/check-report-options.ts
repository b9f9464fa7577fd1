import type { RuleDescription } from '../../contracts/rule-description.ts';
import type { ReportOptions } from '../report-options.ts';

export type CheckReportOptions = ReportOptions & {
  /** Why each finding matters and what to do about it, where that is not shown anyway. */
  verbose: boolean;
  assayVersion: string;
  /** Every rule that a report may name. */
  rules: readonly RuleDescription[];
};
