import type { Severity } from '../../../contracts/finding.ts';
import type { Rule } from '../../rule.ts';
import type { Signal } from '../signal.ts';
import type { Flow } from './find-flows.ts';
import type { At } from './graph.ts';

/** What a flow means, before its place weighs in. */
export type Verdict = { rule: Rule; severity: Severity; title: string };

export function signalOf({ sink }: Flow, { rule, severity, title }: Verdict): Signal {
  const { region, start, end } = sink.at;
  return {
    rule,
    severity,
    title,
    confidence: 'high',
    region,
    start,
    end,
    polarity: 'asserted',
    isConcrete: true,
  };
}

/** `… >/dev/null 2>&1 &`: run in the background, with nothing to see of it. */
export function isThrownAway({ region, start, end }: At): boolean {
  const tail = /^(?:\\\n|[^\n]){0,160}/.exec(region.text.slice(end, end + 200))?.[0] ?? '';
  return /\/dev\/null[^\n]{0,20}&\s*$/.test(region.text.slice(start, end) + tail);
}
