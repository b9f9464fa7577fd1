import type { Command } from 'commander';
import { checkSiteAt } from '../../app/check-site.ts';
import { sourceLimits } from '../../app/source-limits.ts';
import { renderSite } from '../../report/site/render-site.ts';
import { print, printJson, say, terminalOptions } from '../print.ts';
import { slowNotice } from '../slow-notice.ts';
import { untilInterrupted } from '../until-interrupted.ts';

type Options = { allowPrivate?: boolean; limit?: string[]; json?: boolean; verbose?: boolean };

export async function checkSite(url: string, command: Command): Promise<void> {
  const { json, limit, allowPrivate = false, verbose = false } = command.opts<Options>();
  const limits = sourceLimits(limit);
  using notice = slowNotice(say);
  notice.begin(url);
  const report = await untilInterrupted((signal) => checkSiteAt(url, { limits, allowPrivate, signal }));
  if (json) printJson(report);
  else print(renderSite(report, { ...terminalOptions(), verbose }));
  process.exitCode = report.verdict === 'fail' ? 1 : 0;
}
