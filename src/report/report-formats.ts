import type { Scorecard } from '../contracts/scorecard.ts';
import { SCORECARD_FORMATS, type ScorecardFormatDescription, type ScorecardFormatName } from './formats.ts';
import { renderHtml } from './html/render-html.ts';
import { renderJson } from './render-json.ts';
import type { ReportOptions } from './report-options.ts';
import { renderTerminal } from './terminal/render-terminal.ts';

type Render = (scorecard: Scorecard, options: ReportOptions) => string;

const RENDER: Readonly<Record<ScorecardFormatName, Render>> = {
  terminal: renderTerminal,
  json: renderJson,
  html: renderHtml,
};

type ReportFormat = ScorecardFormatDescription & { render: Render };

export const reportFormats: readonly ReportFormat[] = SCORECARD_FORMATS.map((format) => ({
  ...format,
  render: RENDER[format.name],
}));
