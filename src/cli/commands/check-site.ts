import type { Command } from 'commander';
import { checkSiteAt } from '../../app/check-site.ts';
import { sourceLimits } from '../../app/source-limits.ts';
import { renderSite } from '../../report/site/render-site.ts';
import { untilInterrupted } from '../ending/until-interrupted.ts';
import { print, printJson, say, terminalOptions } from '../terminal/print.ts';
import { slowNotice } from '../terminal/slow-notice.ts';

type Options = { allowPrivate?: boolean; limit?: string[]; json?: boolean; verbose?: boolean };

export async function checkSiteCommand(url: string, command: Command): Promise<void> {
  const { json, limit, allowPrivate = false, verbose = false } = command.opts<Options>();
  const limits = sourceLimits(limit);
  using notice = slowNotice(say);
  notice.begin(url);
  const report = await untilInterrupted((signal) => checkSiteAt(url, { limits, allowPrivate, signal }));
  if (json) printJson(report);
  else print(renderSite(report, { ...terminalOptions(), verbose }));
  process.exitCode = report.verdict === 'fail' ? 1 : 0;
}
