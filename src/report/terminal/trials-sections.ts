import type { ArmResult, Scorecard } from '../../contracts/scorecard.ts';
import { failedArms, remarkedArms, whyFailed } from '../facts/run-facts.ts';
import { UNGRADED_REASONS } from '../facts/wording.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from './paragraph.ts';
import { section } from './section.ts';

export function failuresSection(scorecard: Scorecard, options: ReportOptions): string[] {
  const lines = failedArms(scorecard).flatMap((arm) => [
    ...paragraph(arm.trial, 'plain', options),
    ...paragraph(whyFailed(arm), 'muted', options, '    '),
    ...verdictLines(arm).flatMap((line) => paragraph(line, 'muted', options, '      ')),
  ]);
  const more = `For a transcript and differences: assay show ${scorecard.runId} --trial ID`;
  const hint = lines.length === 0 ? [] : ['', ...paragraph(more, 'muted', options)];
  return section('Why trials failed', [...lines, ...hint], options);
}

/** What is longer stands in the page and in what "assay show" prints. */
const MOST_CHARACTERS = 300;

/** What decided against the trial, unless the reason says it already. */
function verdictLines(arm: ArmResult): string[] {
  const said = whyFailed(arm);
  const failed = arm.verdicts.filter(({ passed, detail }) => !passed && !said.includes(detail));
  return failed.map(({ title, detail }) => `- ${title.replace(/\.$/, '')}: ${firstOf(detail)}`);
}

function firstOf(detail: string): string {
  const [line = ''] = detail.split('\n');
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)} …` : line;
}

/** They change no grade. */
export function remarksSection(scorecard: Scorecard, options: ReportOptions): string[] {
  const lines = remarkedArms(scorecard).flatMap(({ trial, remarks = [] }) => [
    ...paragraph(trial, 'plain', options),
    ...remarks.flatMap((remark) => paragraph(`${firstOf(remark)}.`, 'muted', options, '    ')),
  ]);
  return section('Where agents disagree with their traffic', lines, options);
}

export function ungradedSection({ ungraded }: Scorecard, options: ReportOptions): string[] {
  const lines = ungraded.flatMap(({ trial, reason, detail }) => [
    ...paragraph(`${UNGRADED_REASONS[reason]}: ${trial}`, 'plain', options),
    ...detail.split('\n').flatMap((line) => paragraph(line, 'muted', options, '    ')),
  ]);
  return section('Trials that could not be graded', lines, options);
}
