import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { failedArms } from '../../../src/report/facts/run-facts.ts';
import { SIMULATED } from '../../../src/report/facts/wording.ts';
import { renderHtml } from '../../../src/report/html/render-html.ts';
import { failedTrialExcerpts } from '../../../src/report/transcript/event-excerpts.ts';
import { returned } from '../../fixtures/evidence-of.ts';
import { fixtureScorecard, ofQuickSet, unmeasuredScorecard } from '../fixture-scorecard.ts';

const page = renderHtml(fixtureScorecard);
const [, style = ''] = page.match(/<style>([\s\S]*?)<\/style>/) ?? [];
const body = page.slice(page.indexOf('<body>'));
const tags = [...body.matchAll(/<([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/g)];

/** `data-label` and `datetime` hold words only; none of these can load, link or run anything. */
const ATTRIBUTES = new Set([
  ...['aria-hidden', 'aria-label', 'class', 'colspan', 'data-label', 'datetime', 'role', 'scope'],
  ...['href', 'id'],
  ...['height', 'preserveAspectRatio', 'rx', 'text-anchor', 'viewBox', 'width', 'x', 'y'],
]);

test('the page has no element that loads, links or runs anything, whatever the skill contains', () => {
  const active = ['base', 'embed', 'form', 'iframe', 'img', 'link', 'object', 'script', 'style', 'use'];
  const found = new Set(tags.map(([, name]) => name));
  expect(found.size).toBeGreaterThan(20);
  expect(active.filter((name) => found.has(name))).toEqual([]);
});

test('the page has only attributes from the templates', () => {
  const names = [...body.matchAll(/<[a-z][^<>]*>/g)].flatMap(([tag]) =>
    [...tag.matchAll(/\s([A-Za-z-]+)=/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !ATTRIBUTES.has(name))).toEqual([]);
});

test('links lead only to places on the page', () => {
  const links = [...body.matchAll(/<a class="[a-z ]+" href="([^"]*)">/g)].map(([, target = '']) => target);
  expect(links.length).toBe(body.split('<a ').length - 1);
  expect(links.filter((target) => !body.includes(` id="${target.slice(1)}"`))).toEqual([]);
  expect(links.filter((target) => !/^#failed-\d+$/.test(target))).toEqual([]);
});

test('every failed trial links to its reason, difference, answer and transcript', () => {
  const [failed = ''] = body.match(/<li id="failed-1"[\s\S]*?\n<li id="failed-2"/) ?? [];
  expect(body).toContain('<a class="word bad" href="#failed-1">failed</a>');
  expect(failed).toContain('Column &#34;region&#34; is missing.');
  expect(failed).toMatch(/- 3 {2}north,12<\/span>\n<span class="bad">\+ 3 {2}south,&#60;script&#62;/);
  expect(failed).toMatch(/Final answer<\/h4>\n<pre>I merged the tables\.\n\n {2}- &#60;script/);
  expect(failed).toContain('Transcript: 12 events');
  expect(failed).toContain('7 events of its transcript are not on this page');
  expect(failed).toContain('for file in *.csv; do\n        cat &#34;$file&#34;\ndone');
  expect(failed).toContain('[… 6000000 characters left out …]');
});

test('a failed trial says if there is no room for its transcript', () => {
  const [failed = ''] = body.match(/<li id="failed-2"[\s\S]*?\n<li id="failed-3"/) ?? [];
  expect(failed).toContain('The agent gave no final answer.');
  expect(failed).toContain('12 events of its transcript are not on this page');
  expect(failed).not.toContain('<details>');
});

test('text from a skill is shown as it was written', () => {
  expect(page).toContain('<h1>csv-tidy &#60;script&#62;alert(&#34;owned&#34;)&#60;/script&#62;</h1>');
});

test('the policy allows only the style in the page', () => {
  const digest = createHash('sha256').update(style).digest('base64');
  expect(page).toContain(`content="default-src &#39;none&#39;; style-src &#39;sha256-${digest}&#39;;`);
  expect(style).not.toMatch(/url\(|@import|@font-face/);
});

test('the page adapts to dark mode, narrow screens and print', () => {
  expect(style).toContain('@media (prefers-color-scheme: dark)');
  expect(style).toContain('@media screen and (max-width: 44rem)');
  expect(style).toContain('@media print');
});

test('a scripted run says so before any score, in the title and beside both scores', () => {
  const simulated = renderHtml(unmeasuredScorecard);
  expect(simulated.indexOf(SIMULATED.title)).toBeGreaterThan(0);
  expect(simulated.indexOf(SIMULATED.title)).toBeLessThan(simulated.indexOf('class="verdict"'));
  expect(simulated).toContain('(simulated)</title>');
  expect(simulated.match(/>simulated</g)).toHaveLength(2);
  expect(page).not.toContain(SIMULATED.title);
});

test('the quick set is named beside the security score and over the probes', () => {
  const quick = renderHtml(ofQuickSet);
  expect(quick).toMatch(/<h2>Security <span class="chip warn">quick set<\/span>/);
  expect(quick).toMatch(/<h2>Security probes <span class="chip warn">quick set<\/span>/);
  expect(page).not.toContain('quick set');
});

test('a score that was not measured is not shown as a number', () => {
  const panels =
    renderHtml(unmeasuredScorecard).match(/<section class="verdict"[\s\S]*?<\/section>/)?.[0] ?? '';
  expect(panels.match(/class="score unmeasured">not measured/g)).toHaveLength(2);
  expect(panels).not.toContain('0.0');
  expect(panels).not.toContain('class="fill');
});

test('the page has the verdicts of every trial that ran', () => {
  const { tasks, probes } = fixtureScorecard;
  const pairs = [...tasks.flatMap((task) => task.pairs), ...probes.flatMap((probe) => probe.pairs)];
  const arms = pairs
    .flatMap(({ baseline, withSkill }) => [baseline, withSkill])
    .flatMap((arm) => (arm === null ? [] : [arm.trial]));
  expect(arms).toHaveLength(35);
  expect(arms.filter((trial) => !page.includes(`<p class="id">${trial}</p>`))).toEqual([]);
});

test('partial credit of a trial and of a grader is shown, and says that it is no score', () => {
  const [first, ...others] = fixtureScorecard.tasks;
  const [pair] = first?.pairs ?? [];
  const arm = pair?.withSkill;
  if (first === undefined || pair === undefined || !arm) return expect.unreachable();
  const verdicts = arm.verdicts.map((verdict) => ({ ...verdict, partialCredit: 0.4 }));
  const withSkill = { ...arm, verdicts, partialCredit: 0.7 };
  const task = { ...first, pairs: [{ ...pair, withSkill }] };
  const shown = renderHtml({ ...fixtureScorecard, tasks: [task, ...others] });
  expect(shown).toContain('Partial credit: 40 %, for reading only. Scores count passed or failed.');
  expect(shown).toContain('Partial credit of all graders together: 70 %, for reading only.');
  expect(page).not.toContain('Partial credit');
});

test('a multi-line fault keeps its lines', () => {
  const [first] = fixtureScorecard.ungraded;
  const ungraded = first === undefined ? [] : [{ ...first, detail: 'They part:\n  - was\n  + is' }];
  expect(renderHtml({ ...fixtureScorecard, ungraded })).toContain('<p>They part:</p><p>- was</p><p>+ is</p>');
});

test('the page stays small enough for a browser, whatever agents leave', () => {
  const failed = failedTrialExcerpts(
    failedArms(fixtureScorecard).map(({ trial }) => ({
      trial,
      transcript: { events: new Array(100).fill(returned('<&\u202e\t'.repeat(1_500_000))) },
    })),
  );
  expect(renderHtml({ ...fixtureScorecard, failed }).length).toBeLessThan(4 * 1024 ** 2);
});

test('a page without probes has no table of probes', () => {
  expect(renderHtml({ ...fixtureScorecard, probes: [] })).not.toContain(
    '<th scope="col" class="outcome">Whose failure',
  );
});
