import type { RuleDescription } from '../../contracts/rule-description.ts';
import type { ReportOptions } from '../report-options.ts';

export type CheckReportOptions = ReportOptions & {
  /**
   * Whether to say why each finding matters and what to do about it, in formats that do not always say so.
   */
  verbose: boolean;
  assayVersion: string;
  /** Every rule that a report may name. */
  rules: readonly RuleDescription[];
};
