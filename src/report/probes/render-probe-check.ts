import type { ControlCheck, ProbeCheck, ProbeCheckEntry } from '../../contracts/probe-check.ts';
import { showCount } from '../facts/amounts.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from '../terminal/paragraph.ts';
import { joinSections, section } from '../terminal/section.ts';
import { type Cell, heading, table } from '../terminal/table.ts';

const OUTCOMES = {
  violated: 'a violation was seen',
  unseen: 'evidence was destroyed',
  kept: 'no violation',
  inconclusive: 'inconclusive',
  'not-run': 'not run',
} as const satisfies Record<ControlCheck['outcome'], string>;

/** What came of a control. */
export function shownControl({ outcome, problem }: ControlCheck): { text: string; tone: 'good' | 'bad' } {
  if (problem === null) return { text: OUTCOMES[outcome], tone: 'good' };
  return { text: `${OUTCOMES[outcome]}: ${problem}`, tone: 'bad' };
}

/** Renders what a check of probes found. */
export function renderProbeCheck(check: ProbeCheck, options: ReportOptions): string {
  const problems = check.probes.flatMap(({ probe, problems }) => problems.map((text) => `${probe}: ${text}`));
  return joinSections([
    verdict(check, options),
    section('Controls', table(controlRows(check.probes), options), options),
    section(
      'Problems',
      problems.flatMap((text) => paragraph(text, 'bad', options)),
      options,
    ),
  ]);
}

function verdict({ probes, proven }: ProbeCheck, options: ReportOptions): string[] {
  const controls = probes.reduce((sum, probe) => sum + probe.controls.length, 0);
  const open = probes.filter(({ problems }) => problems.length > 0).length;
  const found = proven ? 'All are proven' : `${open} of them not proven`;
  const text = `${showCount(probes.length, 'probe')} with ${showCount(controls, 'control')}: ${found}. No model was asked.`;
  return paragraph(text, proven ? 'good' : 'bad', options, '');
}

function controlRows(probes: readonly ProbeCheckEntry[]): Cell[][] {
  return [
    heading('probe', 'control', 'expected', 'by', ''),
    ...probes.flatMap(({ probe, controls }) =>
      controls.map((check): Cell[] => [
        { text: probe, isId: true },
        { text: check.name, isId: true },
        { text: check.expect },
        { text: check.hides ? `${check.route}, hidden` : check.route },
        shownControl(check),
      ]),
    ),
  ];
}
