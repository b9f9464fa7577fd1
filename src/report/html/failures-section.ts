import type { Excerpt, FailedTrial } from '../../contracts/failed-trial.ts';
import type { Verdict } from '../../contracts/grade.ts';
import type { ArmResult, Scorecard } from '../../contracts/scorecard.ts';
import { DIFFERENCE_LEGEND, differenceRows } from '../facts/difference-facts.ts';
import { failedArms, whyFailed } from '../facts/run-facts.ts';
import { describeLeftOut, eventLabel } from '../transcript/event-label.ts';
import type { Anchors } from './arm-word.ts';
import { type Html, html, literal, nothing } from './html.ts';
import { verdictItem } from './verdict-item.ts';

/** Shows what was recorded of each failed trial, so that a reader can find out why it failed. */
export function failuresSection(scorecard: Scorecard, anchors: Anchors): Html {
  const arms = failedArms(scorecard);
  if (arms.length === 0) return nothing;
  const excerpts = new Map(scorecard.failed.map((one) => [one.trial, one]));
  return html`<section>
<h2>Why trials failed</h2>
<p class="gloss">Transcripts are cut to their beginning and end, and so are long texts in them. All of one:
<code>assay show ${scorecard.runId} --trial ID</code></p>
<ul class="entries">
${arms.map((arm) => failedItem(arm, excerpts.get(arm.trial), anchors.get(arm.trial) ?? ''))}
</ul>
</section>`;
}

function failedItem(arm: ArmResult, excerpt: FailedTrial | undefined, anchor: string): Html {
  const failed = arm.verdicts.filter(({ passed }) => !passed);
  return html`<li id="${anchor}" class="failure"><h3 class="id">${arm.trial}</h3>
<p>${whyFailed(arm)}</p>
<ul class="verdicts">${failed.map(verdictItem)}</ul>
${failed.map(differenceBlock)}${excerpt === undefined ? nothing : excerptBlock(excerpt)}</li>
`;
}

function differenceBlock({ difference }: Verdict): Html {
  if (difference === null) return nothing;
  const rows = differenceRows(difference).map(
    ({ mark, line, text, tone }) => html`<span class="${tone}">${literal(`${mark} ${line}  ${text}`)}</span>
`,
  );
  return html`<h4>${DIFFERENCE_LEGEND}</h4>
<pre class="difference">${rows}</pre>
`;
}

function excerptBlock(excerpt: FailedTrial): Html {
  return html`${answerBlock(excerpt)}
${excerpt.events.length === 0 ? html`<p class="gloss">${leftOutNote(excerpt)}</p>` : transcript(excerpt)}`;
}

function answerBlock({ answer }: FailedTrial): Html {
  if (answer === null) return html`<p class="gloss">The agent gave no final answer.</p>`;
  return html`<h4>Final answer</h4>
<pre>${text(answer)}</pre>`;
}

function transcript(excerpt: FailedTrial): Html {
  const { events, leftOutAt, leftOutEvents } = excerpt;
  const gap = leftOutEvents === 0 ? nothing : html`<li class="gap">${leftOutNote(excerpt)}</li>`;
  return html`<details><summary>Transcript: ${events.length + leftOutEvents} events</summary>
<ol class="transcript">
${events.slice(0, leftOutAt).map(eventItem)}${gap}${events.slice(leftOutAt).map(eventItem)}
</ol></details>`;
}

function leftOutNote({ leftOutEvents }: FailedTrial): string {
  return leftOutEvents === 0
    ? 'Its transcript is empty.'
    : `… ${leftOutEvents} events of its transcript are not on this page …`;
}

function eventItem(event: FailedTrial['events'][number]): Html {
  return html`<li class="${event.kind}"><h5>${eventLabel(event)}</h5><pre>${text(event.text)}</pre></li>
`;
}

function text({ head, leftOut, tail }: Excerpt): Html {
  return leftOut === 0
    ? literal(head)
    : html`${literal(head)}
<span class="gap">${describeLeftOut(leftOut, 'characters')}</span>
${literal(tail)}`;
}
