import type { Scorecard } from '../contracts/scorecard.ts';
import { renderHtml } from './html/render-html.ts';
import { renderJson } from './render-json.ts';
import type { ReportOptions } from './report-options.ts';
import { renderTerminal } from './terminal/render-terminal.ts';

export type ReportFormat = {
  name: string;
  extension: string;
  render: (scorecard: Scorecard, options: ReportOptions) => string;
};

export const reportFormats = [
  { name: 'terminal', extension: 'txt', render: renderTerminal },
  { name: 'json', extension: 'json', render: renderJson },
  { name: 'html', extension: 'html', render: renderHtml },
] as const satisfies readonly ReportFormat[];
