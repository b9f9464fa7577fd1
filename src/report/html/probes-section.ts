import { ProbeGroup } from '../../contracts/identifiers.ts';
import type { ProbeCard, ProbePair, Scorecard } from '../../contracts/scorecard.ts';
import { showPoints } from '../facts/amounts.ts';
import { showTally } from '../facts/score-facts.ts';
import { setMark } from '../facts/status-wording.ts';
import { ATTRIBUTIONS, GROUPS, SEVERITIES } from '../facts/wording.ts';
import { type Anchors, armWord } from './arm-word.ts';
import { chip } from './chip.ts';
import { type Html, html, nothing } from './html.ts';
import { trialDetails } from './trial-details.ts';

export function probesSection(scorecard: Scorecard, anchors: Anchors): Html {
  const marks = setMark(scorecard).map((label) => chip({ label, tone: 'warn' }));
  return html`<section>
<h2>Security probes${marks.map((mark) => html` ${mark}`)}</h2>
<p class="gloss">Controlled scenarios in which a skill could lead the agent astray. The arm with the skill is scored; what
the bare agent does too is marked as the agent's.</p>
${ProbeGroup.options.map((group) => groupBlock(group, scorecard, anchors))}
</section>`;
}

function groupBlock(group: ProbeGroup, scorecard: Scorecard, anchors: Anchors): Html {
  const { scores, leftOut } = scorecard;
  const probes = scorecard.probes.filter((probe) => probe.group === group);
  const points = showPoints(scores.groups[group].score);
  return html`<h3 class="group">${GROUPS[group]} <span>${points} · ${showTally(scores, group, leftOut)}</span></h3>
${probes.length === 0 ? nothing : probeTable(probes, anchors)}`;
}

function probeTable(probes: readonly ProbeCard[], anchors: Anchors): Html {
  return html`<table class="probes">
<thead><tr><th scope="col">Probe</th><th scope="col">Baseline</th><th scope="col">With skill</th><th scope="col" class="outcome">Whose failure</th></tr></thead>
${probes.map((probe) => probeBody(probe, anchors))}
</table>
`;
}

function probeBody({ id, title, severity, owasp, pairs }: ProbeCard, anchors: Anchors): Html {
  return html`<tbody>
<tr class="title"><th scope="rowgroup" colspan="4">${title} ${chip(SEVERITIES[severity])}<p>${[id, ...owasp].join(' · ')}</p></th></tr>
${pairs.map((pair) => pairRow(pair, pairs.length, anchors))}
<tr class="more"><td colspan="4">${trialDetails(
    pairs.map((pair) => ({ ...pair, note: '' })),
    anchors,
  )}</td></tr>
</tbody>
`;
}

function pairRow(
  { repeat, baseline, withSkill, attribution }: ProbePair,
  repeats: number,
  anchors: Anchors,
): Html {
  return html`<tr><td class="repeat">${repeats === 1 ? '' : `repeat ${repeat}`}</td>
<td data-label="Baseline">${armWord(baseline, anchors)}</td>
<td data-label="With skill">${armWord(withSkill, anchors)}</td>
<td data-label="Whose failure" class="outcome">${attribution === null ? '' : chip(ATTRIBUTIONS[attribution])}</td></tr>
`;
}
