import type { SiteFinding } from '../../../contracts/site-report.ts';
import { completeFinding } from '../../findings/complete-finding.ts';
import { excerptOf } from '../../findings/excerpt.ts';
import type { SiteRule } from './site-rules.ts';

export type Sighting = {
  excerpt: string;
  /** The entry that it is about; null for the index as a whole. */
  skill?: string | null;
  /** The path or URL that contains the place. */
  file: string;
  line?: number;
  column?: number;
};

export function siteFinding(rule: SiteRule, sighting: Sighting): SiteFinding {
  const { excerpt, skill = null, file, line = 1, column = 1 } = sighting;
  const finding = completeFinding({ rule, file: excerptOf(file), line, column, excerpt }, {});
  return { ...finding, status: rule.status, skill: skill === null ? null : excerptOf(skill) };
}
