import type { ArmResult } from '../../contracts/scorecard.ts';
import { NOT_KNOWN, showSeconds, showTokens, showUsd } from '../facts/amounts.ts';
import { tokensOf } from '../facts/arm-facts.ts';
import { describePartialCredit } from '../facts/partial-credit.ts';
import { describeSideRequests } from '../facts/side-labels.ts';
import { type Anchors, armWord } from './arm-word.ts';
import { type Html, html, nothing } from './html.ts';
import { verdictItem } from './verdict-item.ts';

type PairDetails = {
  repeat: number;
  baseline: ArmResult | null;
  withSkill: ArmResult | null;
  /** A remark on the pair as a whole; may be empty. */
  note: string;
};

/** Shows what each grader or oracle said, folded away under the row that it explains. */
export function trialDetails(pairs: readonly PairDetails[], anchors: Anchors): Html {
  return html`<details><summary>Verdicts</summary>
${pairs.map((pair) => pairDetails(pair, pairs.length, anchors))}
</details>`;
}

function pairDetails(
  { repeat, baseline, withSkill, note }: PairDetails,
  repeats: number,
  anchors: Anchors,
): Html {
  const parts = [repeats === 1 ? '' : `Repeat ${repeat}.`, note].filter((part) => part !== '');
  return html`<div class="pair">${parts.length === 0 ? nothing : html`<p>${parts.join(' ')}</p>`}
<div class="arms">${armDetails('Baseline', baseline, anchors)}${armDetails('With skill', withSkill, anchors)}</div></div>
`;
}

function armDetails(title: string, arm: ArmResult | null, anchors: Anchors): Html {
  const reason = arm?.reason ?? '';
  const credit = describePartialCredit(arm?.partialCredit, 'of all graders together');
  const facts = arm === null ? [] : factsOf(arm);
  return html`<div><h4>${title}: ${armWord(arm, anchors)}</h4>
${arm === null ? nothing : html`<p class="id">${arm.trial}</p><p class="facts">${facts.join(' · ')}</p>`}
${reason === '' ? nothing : html`<p class="reason">${reason}</p>`}
${(arm?.remarks ?? []).map((remark) => html`<p class="facts">Remark: ${remark}.</p>`)}${credit === null ? nothing : html`<p class="facts">${credit}</p>`}<ul class="verdicts">${(arm?.verdicts ?? []).map(verdictItem)}</ul></div>`;
}

function factsOf(arm: ArmResult): string[] {
  return [showArmTokens(arm), showSeconds(arm.seconds), showRequests(arm), showCost(arm)];
}

function showArmTokens(arm: ArmResult): string {
  return tokensOf(arm) === null ? 'tokens not measured' : `${showTokens(tokensOf(arm))} tokens`;
}

function showRequests({ requests, requestsBy }: ArmResult): string {
  const beside = describeSideRequests(requestsBy);
  if (requests === null) return 'requests not measured';
  return beside === null ? `${requests} requests` : `${requests} requests (beside the work: ${beside})`;
}

function showCost({ costUsd }: ArmResult): string {
  return costUsd === null ? `cost ${NOT_KNOWN}` : showUsd(costUsd);
}
