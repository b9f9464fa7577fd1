import type { CheckReport } from '../contracts/check-report.ts';
import type { CheckReportOptions } from './check/check-report-options.ts';
import { renderCheckMarkdown } from './check/markdown/render-check-markdown.ts';
import { renderCheckJson } from './check/render-check-json.ts';
import { renderCheckJsonl } from './check/render-check-jsonl.ts';
import { renderSarif } from './check/sarif/render-sarif.ts';
import { renderCheckTerminal } from './check/terminal/render-check-terminal.ts';

export type CheckFormat = {
  name: string;
  extension: string;
  /**
   * Whether rendering each report by itself, one after the other, gives the same text as rendering them
   * together.
   */
  isStream: boolean;
  render: (reports: readonly CheckReport[], options: CheckReportOptions) => string;
};

export const checkFormats = [
  { name: 'terminal', extension: 'txt', isStream: false, render: renderCheckTerminal },
  { name: 'json', extension: 'json', isStream: false, render: renderCheckJson },
  { name: 'jsonl', extension: 'jsonl', isStream: true, render: renderCheckJsonl },
  { name: 'sarif', extension: 'sarif', isStream: false, render: renderSarif },
  { name: 'markdown', extension: 'md', isStream: false, render: renderCheckMarkdown },
] as const satisfies readonly CheckFormat[];
