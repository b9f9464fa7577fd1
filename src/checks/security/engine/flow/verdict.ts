import type { Severity } from '../../../../contracts/finding.ts';
import { polarityAround } from '../prose/polarity-around.ts';
import { isProse } from '../regions/region.ts';
import type { RuleId, Signal } from '../signal.ts';
import type { Flow } from './find-flows.ts';

/** The meaning of a flow, before its context is considered. */
export type FlowVerdict = { rule: RuleId; severity: Severity; title: string };

export function signalOf({ sink }: Flow, { rule, severity, title }: FlowVerdict): Signal {
  const { region, start, end } = sink.at;
  return {
    rule,
    severity,
    title,
    confidence: 'high',
    region,
    start,
    end,
    ...standingOf(region),
  };
}

/** Running text may name a command to forbid it; a script is there to be run. */
function standingOf(region: Signal['region']): Pick<Signal, 'polarity' | 'isConcrete'> {
  if (!isProse(region)) return { polarity: 'asserted', isConcrete: true };
  if (region.kind === 'table') return { polarity: 'mentioned', isConcrete: true };
  return { polarity: polarityAround(region.file.text, region.offset, region.text.length), isConcrete: true };
}

/** `… >/dev/null 2>&1 &` runs in the background without visible output. */
export function isThrownAway({ region, start, end }: Flow['sink']['at']): boolean {
  const tail = /^(?:\\\n|[^\n]){0,160}/.exec(region.text.slice(end, end + 200))?.[0] ?? '';
  return /\/dev\/null[^\n]{0,20}&\s*$/.test(region.text.slice(start, end) + tail);
}
