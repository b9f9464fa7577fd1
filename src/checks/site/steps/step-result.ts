import type { SiteFinding } from '../../../contracts/site-report.ts';
import type { IndexReading } from '../read-index.ts';
import type { SiteObservation } from '../site-observation.ts';

/** The input of every step. */
export type SiteReading = { observation: SiteObservation; index: IndexReading | null };

/** null if the step has nothing to look at. */
export type StepResult<Evidence> = { findings: SiteFinding[]; evidence: Evidence } | null;
