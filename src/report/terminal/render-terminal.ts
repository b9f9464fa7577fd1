import type { Scorecard } from '../../contracts/scorecard.ts';
import type { ReportOptions } from '../report-options.ts';
import { answerNotices, standingNotices } from './answer-notices.ts';
import { comparisonSection } from './comparison-section.ts';
import { findingsSection } from './findings-section.ts';
import { openingsSection } from './openings-section.ts';
import { paragraph } from './paragraph.ts';
import { probesSection } from './probes-section.ts';
import { provenanceSection } from './provenance-section.ts';
import { joinSections } from './section.ts';
import { tasksSection } from './tasks-section.ts';
import { failuresSection, remarksSection, ungradedSection } from './trials-sections.ts';
import { verdictSection } from './verdict-section.ts';

export function renderTerminal(scorecard: Scorecard, options: ReportOptions): string {
  return joinSections([
    standingNotices(scorecard, options),
    headline(scorecard, options),
    answerNotices(scorecard, options),
    verdictSection(scorecard, options),
    tasksSection(scorecard, options),
    comparisonSection(scorecard, options),
    probesSection(scorecard, options),
    failuresSection(scorecard, options),
    ungradedSection(scorecard, options),
    remarksSection(scorecard, options),
    openingsSection(scorecard, options),
    findingsSection(scorecard, options),
    provenanceSection(scorecard, options),
  ]);
}

function headline({ skill }: Scorecard, options: ReportOptions): string[] {
  return [
    ...paragraph(skill.name, 'strong', options, ''),
    ...paragraph(skill.description, 'muted', options, ''),
  ];
}
