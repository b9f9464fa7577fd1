import type { RuleDescription } from '../../contracts/rule-description.ts';
import { SEVERITIES } from '../facts/wording.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from '../terminal/paragraph.ts';
import { joinSections } from '../terminal/section.ts';
import { type Cell, heading, table, wordCell } from '../terminal/table.ts';

/** Renders one rule in full. */
export function renderRule(rule: RuleDescription, options: ReportOptions): string {
  const { id, title, why, remedy, owasp, reference } = rule;
  const facts: Cell[][] = [
    [
      { text: 'Severity', tone: 'muted' },
      { text: severityOf(rule), tone: SEVERITIES[rule.severity].tone },
    ],
    [{ text: 'Why', tone: 'muted' }, { text: why }],
    [{ text: 'Remedy', tone: 'muted' }, { text: remedy }],
    [{ text: 'OWASP', tone: 'muted' }, { text: owasp.join(', ') || 'not listed' }],
    [{ text: 'Reference', tone: 'muted' }, { text: reference }],
  ];
  return joinSections([paragraph(`${id}: ${title}`, 'strong', options, ''), table(facts, options)]);
}

/** Renders all rules, one per line. */
export function renderRules(rules: readonly RuleDescription[], options: ReportOptions): string {
  const rows = rules.map(({ id, severity, title }): Cell[] => [
    { text: id, tone: 'strong' },
    wordCell(SEVERITIES[severity]),
    { text: title },
  ]);
  return joinSections([table([heading('rule', 'severity', 'violation'), ...rows], options)]);
}

function severityOf({ severity, raisedBy }: RuleDescription): string {
  const { label } = SEVERITIES[severity];
  return raisedBy === null ? label : `${label}; ${SEVERITIES.high.label} with --${raisedBy}`;
}
