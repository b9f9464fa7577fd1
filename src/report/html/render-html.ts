import type { Scorecard } from '../../contracts/scorecard.ts';
import { nameSetup } from '../facts/agent-facts.ts';
import { sourceMark } from '../facts/answer-source.ts';
import { answerNotices, standingNotices } from './answer-notices.ts';
import { anchorsOf } from './arm-word.ts';
import { comparisonSection } from './comparison-section.ts';
import { failuresSection } from './failures-section.ts';
import { findingsSection } from './findings-section.ts';
import { type Html, html } from './html.ts';
import { openingsSection } from './openings-section.ts';
import { page } from './page.ts';
import { probesSection } from './probes-section.ts';
import { provenanceSection } from './provenance-section.ts';
import { tasksSection } from './tasks-section.ts';
import { ungradedSection } from './ungraded-section.ts';
import { verdictSection } from './verdict-section.ts';

/** Renders one self-contained page: it has no scripts, fonts or images, and makes no requests. */
export function renderHtml(scorecard: Scorecard): string {
  return `${page(title(scorecard), contentOf(scorecard)).markup}\n`;
}

function contentOf(scorecard: Scorecard): Html {
  const anchors = anchorsOf(scorecard);
  return html`${standingNotices(scorecard)}
${masthead(scorecard)}
${answerNotices(scorecard)}
${verdictSection(scorecard)}
${comparisonSection(scorecard)}
${tasksSection(scorecard, anchors)}
${probesSection(scorecard, anchors)}
${failuresSection(scorecard, anchors)}
${ungradedSection(scorecard)}${openingsSection(scorecard)}
${findingsSection(scorecard)}
${provenanceSection(scorecard)}`;
}

function title({ skill, setup: { simulated }, replayed }: Scorecard): string {
  return `${skill.name} – Assay scorecard${sourceMark({ simulated, replayed })}`;
}

function masthead({ skill, setup, createdAt }: Scorecard): Html {
  return html`<header class="masthead">
<p class="eyebrow">Assay scorecard</p>
<h1>${skill.name}</h1>
<p class="lede">${skill.description}</p>
<p class="byline"><span>${nameSetup(setup)}</span><time datetime="${createdAt}">${createdAt.slice(0, 10)}</time></p>
</header>`;
}
