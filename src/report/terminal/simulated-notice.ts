import type { Scorecard } from '../../contracts/scorecard.ts';
import type { ReportOptions } from '../report-options.ts';
import { SIMULATED } from '../wording.ts';
import { paragraph } from './paragraph.ts';

export function simulatedNotice({ setup }: Scorecard, options: ReportOptions): string[] {
  if (!setup.simulated) return [];
  return [
    ...paragraph(SIMULATED.title.toUpperCase(), 'warn', options, '! '),
    ...paragraph(SIMULATED.text, 'warn', options, '! '),
  ];
}
