import type { Scorecard } from '../../contracts/scorecard.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from './paragraph.ts';

export function headline({ skill }: Scorecard, options: ReportOptions): string[] {
  return [
    ...paragraph(skill.name, 'strong', options, ''),
    ...paragraph(skill.description, 'muted', options, ''),
  ];
}
