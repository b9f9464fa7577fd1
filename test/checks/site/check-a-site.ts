import type { Check } from '../../../src/checks/findings/rule.ts';
import { checkSite } from '../../../src/checks/site/check-site.ts';
import { SiteReport } from '../../../src/contracts/site-report.ts';
import { gatherSite, type SiteOptions } from '../../../src/sources/site/gather-site.ts';
import { parseSite } from '../../../src/sources/site/parse-site.ts';

export type Outcome = {
  report: SiteReport;
  verdict: string;
  score: number;
  /** First letters of the six statuses: p, w, f, or n for not applicable. */
  steps: string;
  /** `step:status:rule` of every finding, without repeats. */
  findings: string[];
};

/** Fetches and judges a site, as a user would have it done. */
export async function checkASite(
  origin: string,
  options: SiteOptions = {},
  checks: readonly Check[] = [],
): Promise<Outcome> {
  const observation = await gatherSite(parseSite(origin), options);
  const report = SiteReport.parse(checkSite(observation, checks));
  const findings = report.steps.flatMap((step, index) =>
    step.findings.map(({ status, rule }) => `${index + 1}:${status}:${rule.replace('site/', '')}`),
  );
  const steps = report.steps.map(({ status }) => status.charAt(0)).join('');
  return { report, verdict: report.verdict, score: report.score, steps, findings: [...new Set(findings)] };
}
