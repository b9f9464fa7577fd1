import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { failedArms } from '../../../src/report/facts/run-facts.ts';
import { SIMULATED } from '../../../src/report/facts/wording.ts';
import { renderHtml } from '../../../src/report/html/render-html.ts';
import { failedTrialExcerpts } from '../../../src/report/transcript/event-excerpts.ts';
import { returned } from '../../fixtures/evidence-of.ts';
import { fixtureScorecard, unmeasuredScorecard } from '../fixture-scorecard.ts';

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

test('the page has no element that loads, links or runs anything, whatever the skill says', () => {
  const active = ['base', 'embed', 'form', 'iframe', 'img', 'link', 'object', 'script', 'style', 'use'];
  const found = new Set(tags.map(([, name]) => name));
  expect(found.size).toBeGreaterThan(20);
  expect(active.filter((name) => found.has(name))).toEqual([]);
});

test('no attribute but those of the templates gets into the page', () => {
  const names = [...body.matchAll(/<[a-z][^<>]*>/g)].flatMap(([tag]) =>
    [...tag.matchAll(/\s([A-Za-z-]+)=/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !ATTRIBUTES.has(name))).toEqual([]);
});

test('a link leads to another place on the page, and to nothing else', () => {
  const links = [...body.matchAll(/<a class="[a-z ]+" href="([^"]*)">/g)].map(([, target = '']) => target);
  expect(links.length).toBe(body.split('<a ').length - 1);
  expect(links.filter((target) => !body.includes(` id="${target.slice(1)}"`))).toEqual([]);
  expect(links.filter((target) => !/^#failed-\d+$/.test(target))).toEqual([]);
});

test('every failed trial leads to its reason, its difference, its answer and its transcript', () => {
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

test('a failed trial for whose transcript there is no room says so', () => {
  const [failed = ''] = body.match(/<li id="failed-2"[\s\S]*?\n<li id="failed-3"/) ?? [];
  expect(failed).toContain('The agent gave no final answer.');
  expect(failed).toContain('12 events of its transcript are not on this page');
  expect(failed).not.toContain('<details>');
});

test('what a skill wrote is shown as it wrote it', () => {
  expect(page).toContain('<h1>csv-tidy &#60;script&#62;alert(&#34;owned&#34;)&#60;/script&#62;</h1>');
});

test('the policy forbids everything but the style that the page carries', () => {
  const digest = createHash('sha256').update(style).digest('base64');
  expect(page).toContain(`content="default-src &#39;none&#39;; style-src &#39;sha256-${digest}&#39;;`);
  expect(style).not.toMatch(/url\(|@import|@font-face/);
});

test('the page follows the reader: dark, narrow and printed', () => {
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

test('a score that was not measured is drawn and written as no number', () => {
  const panels =
    renderHtml(unmeasuredScorecard).match(/<section class="verdict"[\s\S]*?<\/section>/)?.[0] ?? '';
  expect(panels.match(/class="score unmeasured">not measured/g)).toHaveLength(2);
  expect(panels).not.toContain('0.0');
  expect(panels).not.toContain('class="fill');
});

test('the verdicts of every trial that ran are in the page', () => {
  const { tasks, probes } = fixtureScorecard;
  const pairs = [...tasks.flatMap((task) => task.pairs), ...probes.flatMap((probe) => probe.pairs)];
  const arms = pairs
    .flatMap(({ baseline, withSkill }) => [baseline, withSkill])
    .flatMap((arm) => (arm === null ? [] : [arm.trial]));
  expect(arms).toHaveLength(35);
  expect(arms.filter((trial) => !page.includes(`<p class="id">${trial}</p>`))).toEqual([]);
});

test('what a fault shows line by line keeps its lines', () => {
  const [first] = fixtureScorecard.ungraded;
  const ungraded = first === undefined ? [] : [{ ...first, detail: 'They part:\n  - was\n  + is' }];
  expect(renderHtml({ ...fixtureScorecard, ungraded })).toContain('<p>They part:</p><p>- was</p><p>+ is</p>');
});

test('whatever agents leave, the page stays one that a browser opens', () => {
  const failed = failedTrialExcerpts(
    failedArms(fixtureScorecard).map(({ trial }) => ({
      trial,
      transcript: { events: new Array(100).fill(returned('<&\u202e\t'.repeat(1_500_000))) },
    })),
  );
  expect(renderHtml({ ...fixtureScorecard, failed }).length).toBeLessThan(4 * 1024 ** 2);
});

test('without probes there is no table of them', () => {
  expect(renderHtml({ ...fixtureScorecard, probes: [] })).not.toContain(
    '<th scope="col" class="outcome">Whose failure',
  );
});
