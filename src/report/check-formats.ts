import type { CheckReport } from '../contracts/check-report.ts';
import type { CheckReportOptions } from './check/check-report-options.ts';
import { renderCheckMarkdown } from './check/markdown/render-check-markdown.ts';
import { renderCheckJson, renderCheckJsonl } from './check/render-check-json.ts';
import { renderSarif } from './check/sarif/render-sarif.ts';
import { renderCheckTerminal } from './check/terminal/render-check-terminal.ts';
import { CHECK_FORMATS, type CheckFormatDescription, type CheckFormatName } from './formats.ts';

type Render = (reports: readonly CheckReport[], options: CheckReportOptions) => string;

const RENDER: Readonly<Record<CheckFormatName, Render>> = {
  terminal: renderCheckTerminal,
  json: renderCheckJson,
  jsonl: renderCheckJsonl,
  sarif: renderSarif,
  markdown: renderCheckMarkdown,
};

export type CheckFormat = CheckFormatDescription & { name: CheckFormatName; render: Render };

export const checkFormats: readonly CheckFormat[] = CHECK_FORMATS.map((format) => ({
  ...format,
  render: RENDER[format.name],
}));
