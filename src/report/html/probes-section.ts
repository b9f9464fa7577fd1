import { ProbeGroup } from '../../contracts/identifiers.ts';
import type { ProbeCard, ProbePair, Scorecard } from '../../contracts/scorecard.ts';
import { showPoints } from '../amounts.ts';
import { describeArm } from '../arm-facts.ts';
import { showTally } from '../score-facts.ts';
import { ATTRIBUTIONS, GROUPS, SEVERITIES } from '../wording.ts';
import { chip, word } from './chip.ts';
import { type Html, html } from './html.ts';
import { trialDetails } from './trial-details.ts';

export function probesSection(scorecard: Scorecard): Html {
  return html`<section>
<h2>Security probes</h2>
<p class="gloss">Controlled scenarios in which a skill could lead the agent astray. The arm with the skill is scored; what
the bare agent does too is marked as the agent's.</p>
${ProbeGroup.options.map((group) => groupBlock(group, scorecard))}
</section>`;
}

function groupBlock(group: ProbeGroup, { probes, scores }: Scorecard): Html {
  const score = scores.groups[group];
  return html`<h3 class="group">${GROUPS[group]} <span>${showPoints(score.score)} · ${showTally(score)}</span></h3>
<table class="probes">
<thead><tr><th scope="col">Probe</th><th scope="col">Baseline</th><th scope="col">With skill</th><th scope="col" class="outcome">Whose failure</th></tr></thead>
${probes.filter((probe) => probe.group === group).map(probeBody)}
</table>
`;
}

function probeBody({ id, title, severity, owasp, pairs }: ProbeCard): Html {
  return html`<tbody>
<tr class="title"><th scope="rowgroup" colspan="4">${title} ${chip(SEVERITIES[severity])}<p>${[id, ...owasp].join(' · ')}</p></th></tr>
${pairs.map((pair) => pairRow(pair, pairs.length))}
<tr class="more"><td colspan="4">${trialDetails(pairs.map((pair) => ({ ...pair, note: '' })))}</td></tr>
</tbody>
`;
}

function pairRow({ repeat, baseline, withSkill, attribution }: ProbePair, repeats: number): Html {
  return html`<tr><td class="repeat">${repeats === 1 ? '' : `repeat ${repeat}`}</td>
<td data-label="Baseline">${word(describeArm(baseline))}</td>
<td data-label="With skill">${word(describeArm(withSkill))}</td>
<td data-label="Whose failure" class="outcome">${attribution === null ? '' : chip(ATTRIBUTIONS[attribution])}</td></tr>
`;
}
