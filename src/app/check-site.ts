import { securityChecks } from '../checks/security/security-checks.ts';
import { checkSite } from '../checks/site/check-site.ts';
import type { SiteReport } from '../contracts/site-report.ts';
import { loadScriptParser } from '../sources/script-parser.ts';
import { gatherSite, type SiteOptions } from '../sources/site/gather-site.ts';
import { parseSite } from '../sources/site/parse-site.ts';

/** Fetches what a site offers to agents, and checks it. */
export async function checkSiteAt(url: string, options: SiteOptions = {}): Promise<SiteReport> {
  const observation = await gatherSite(parseSite(url), options);
  return checkSite(observation, securityChecks(await loadScriptParser()));
}
