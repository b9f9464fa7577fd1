import { html } from './html.ts';

/** The page is light by default, dark if the reader prefers that, and black on white in print. */
export const STYLE = html`
:root {
  --paper: #f7f6f2; --sheet: #ffffff; --ink: #1d1d1b; --soft: #6a6862; --line: #e2dfd7; --track: #ebe8e0;
  --accent: #2f5d8a; --good: #1d7647; --warn: #94600a; --bad: #b3302a;
  --good-wash: #e4f2e9; --warn-wash: #f9eeda; --bad-wash: #fae6e3; --muted-wash: #eeece6;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #131415; --sheet: #1b1d1f; --ink: #eceae5; --soft: #a09d95; --line: #303234; --track: #2b2e30;
    --accent: #8ab4de; --good: #6cc795; --warn: #e3b25a; --bad: #f0857b;
    --good-wash: #1c3327; --warn-wash: #382c14; --bad-wash: #3d2220; --muted-wash: #292b2d;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; padding: 3rem 1.25rem 5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 var(--sans); font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
main { max-width: 62rem; margin: 0 auto; }
p { margin: 0; }
h1, h2, h3, h4 { margin: 0; line-height: 1.2; text-wrap: balance; }
h1 { font-size: clamp(2rem, 6vw, 3.25rem); font-weight: 700; letter-spacing: -0.03em; }
h2 { font-size: 1.3rem; font-weight: 650; letter-spacing: -0.01em; }
h3 { font-size: 1rem; font-weight: 600; }
section { margin-top: 3.5rem; }
ul { margin: 0; padding: 0; list-style: none; }
.gloss { margin-top: .4rem; max-width: 44rem; color: var(--soft); font-size: .92rem; text-wrap: pretty; }
.id { font: .82rem/1.5 var(--mono); color: var(--soft); }

.eyebrow { color: var(--accent); font-size: .8rem; font-weight: 650; letter-spacing: .12em; text-transform: uppercase; }
.masthead h1 { margin: .5rem 0 .75rem; }
.lede { max-width: 44rem; font-size: 1.15rem; color: var(--soft); text-wrap: pretty; }
.byline { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-top: 1rem; color: var(--soft); font-size: .92rem; }

.notice {
  margin-top: 2rem; padding: 1.1rem 1.4rem; border: 2px solid var(--warn); border-radius: .75rem;
  background: var(--warn-wash);
}
.notice strong { font-size: 1.15rem; color: var(--warn); }
.notice.bad { border-color: var(--bad); }
.notice.bad strong { color: var(--bad); }

.verdict { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.25rem; margin-top: 2.25rem; }
.panel { padding: 1.6rem 1.75rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--sheet); }
.panel h2 { display: flex; align-items: center; gap: .6rem; font-size: 1rem; color: var(--soft); }
.headline { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }
.score { margin: .3rem 0 1rem; font-size: clamp(3rem, 9vw, 3.75rem); white-space: nowrap; font-weight: 700; line-height: 1.1; letter-spacing: -0.04em; }
.score small { font-size: 1rem; font-weight: 400; letter-spacing: 0; color: var(--soft); }
.score.unmeasured { font-size: 2rem; line-height: 2.06; white-space: normal; letter-spacing: -0.02em; color: var(--soft); }
.stamp {
  padding: .35rem 1rem; border: 2px solid; border-radius: .5rem; font-size: 1.2rem; font-weight: 700;
  letter-spacing: .02em; white-space: nowrap;
}
.coverage { grid-column: 1 / -1; color: var(--soft); font-size: .92rem; }
.panel .gloss { margin-top: 1.1rem; }
.groups { margin-top: .7rem; }
.groups li { display: grid; grid-template-columns: 1fr auto; gap: .1rem 1rem; padding: .5rem 0; font-size: .92rem; }
.groups .bar, .groups small { grid-column: 1 / -1; }
.groups small { color: var(--soft); }

svg { display: block; width: 100%; overflow: visible; }
.scale { max-width: 28rem; }
.scale text { font: 13px var(--sans); fill: var(--soft); }
.bar { height: .3rem; border-radius: .15rem; overflow: hidden; }
.track { fill: var(--track); }
.mark { fill: var(--ink); }
.fill.plain { fill: var(--accent); }
.fill.good { fill: var(--good); }
.fill.warn { fill: var(--warn); }
.fill.bad { fill: var(--bad); }

.good { color: var(--good); }
.warn { color: var(--warn); }
.bad { color: var(--bad); }
.muted { color: var(--soft); }
.chip {
  display: inline-block; margin-right: .3rem; padding: .05rem .55rem; border-radius: 1rem; background: var(--muted-wash);
  font-size: .82rem; font-weight: 600; line-height: 1.5; white-space: nowrap; letter-spacing: 0;
}
.chip.good { background: var(--good-wash); }
.chip.warn { background: var(--warn-wash); }
.chip.bad { background: var(--bad-wash); }

.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .75rem; margin-top: 1.25rem; }
.counts li { overflow-wrap: break-word; padding: .9rem .8rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--sheet); }
.counts b { display: block; font-size: 1.9rem; line-height: 1.15; letter-spacing: -0.02em; }
.counts span { display: block; font-weight: 600; font-size: .95rem; line-height: 1.35; }
.counts small { display: block; margin-top: .25rem; color: var(--soft); line-height: 1.35; }
.costs { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem 2.5rem; margin-top: 1.75rem; }
.cost p { display: grid; grid-template-columns: 1fr auto; gap: .2rem 1rem; margin-top: .6rem; font-size: .92rem; }
.cost .bar { grid-column: 1 / -1; }
.cost p:not(:last-child) .fill { fill: var(--soft); }

table { width: 100%; margin-top: 1.25rem; border-collapse: collapse; font-size: .95rem; }
th, td { overflow-wrap: break-word; padding: .35rem .75rem .35rem 0; text-align: left; vertical-align: baseline; font-weight: 400; }
thead th:first-child { width: 22%; }
.probes th { width: 20%; }
.probes th:first-child { width: 40%; }
thead th { color: var(--soft); font-size: .82rem; border-bottom: 1px solid var(--line); }
tbody { border-bottom: 1px solid var(--line); }
.title th { overflow-wrap: anywhere; padding-top: 1rem; font-weight: 650; }
.title p { font-weight: 400; font-size: .92rem; color: var(--soft); }
.title .left-out { color: var(--warn); }
.level { margin-left: .4rem; color: var(--soft); font-size: .82rem; font-weight: 400; }
.number { text-align: right; white-space: nowrap; }
.outcome { padding-left: 1rem; }
th:last-child, td:last-child { padding-right: 0; }
.total { padding-top: 1rem; font-size: 1.15rem; font-weight: 700; }
.repeat { color: var(--soft); font-size: .85rem; }
.more td { padding: .2rem 0 .9rem; }
.group { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; margin-top: 2.25rem; }
.group span { color: var(--soft); font-weight: 400; }
.group + table { margin-top: .75rem; }

details { font-size: .9rem; }
summary { width: fit-content; color: var(--accent); cursor: pointer; }
summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: .2rem; }
.pair { margin-top: .9rem; }
.arms { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-top: .5rem; }
.arms > div { padding: .9rem 1.1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--sheet); }
.facts { color: var(--soft); }
.reason { margin-top: .4rem; }
.verdicts li { margin-top: .6rem; padding-left: .8rem; border-left: 3px solid; }
.verdicts li :is(b, p) { color: var(--ink); font-weight: 400; }
.verdicts li b { font-weight: 600; }
.verdicts li p { color: var(--soft); }

a.word { text-underline-offset: .2em; text-decoration-thickness: 1px; }
.failure { scroll-margin-top: 1rem; }
.failure:target { padding-left: .9rem; border-left: 3px solid var(--accent); }
.failure > * { margin-top: .5rem; }
.failure h3.id { margin-top: 0; color: var(--ink); }
.failure h4, .transcript h5 { font-size: .85rem; font-weight: 650; color: var(--soft); }
.difference span { display: inline; }
.transcript { margin: .5rem 0 0; padding: 0; list-style: none; }
.transcript li { margin-top: .8rem; padding-left: .8rem; border-left: 3px solid var(--line); }
.transcript h5 { margin: 0; }
.transcript .assistant { border-color: var(--accent); }
.transcript .tool-call { border-color: var(--warn); }
.transcript .rejection { border-color: var(--bad); }
.gap { color: var(--soft); }

.entries { margin-top: 1rem; }
.entries > li { padding: 1rem 0; border-top: 1px solid var(--line); }
pre {
  margin: .5rem 0; padding: .7rem .9rem; border-radius: .5rem; background: var(--muted-wash); font: .85rem/1.5 var(--mono);
  white-space: pre-wrap;
}
code { font: inherit; }
.provenance { margin: 1rem 0 0; border-top: 1px solid var(--line); }
.provenance div { display: grid; grid-template-columns: 10rem 1fr; gap: 0 1rem; padding: .45rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; font: .88rem/1.7 var(--mono); }

@media screen and (max-width: 44rem) {
  body { padding: 1.75rem 1rem 3rem; }
  section { margin-top: 2.5rem; }
  .verdict, .costs, .arms, .provenance div { grid-template-columns: 1fr; }
  .panel { padding: 1.25rem 1.25rem; }
  .counts { grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); }
  table, tbody, th, td { display: block; }
  thead { display: none; }
  tbody { padding-bottom: .25rem; }
  tr { display: grid; grid-template-columns: 1fr 1fr; gap: .3rem 1rem; padding: .5rem 0; }
  th, td { padding: 0; text-align: left; }
  td:empty { display: none; }
  td[data-label]::before { display: block; content: attr(data-label); color: var(--soft); font-size: .8rem; font-weight: 400; }
  .repeat, .outcome, .more td { grid-column: 1 / -1; }
  .title { grid-template-columns: 1fr auto; padding-top: 1rem; }
  .title > *, .more td { padding: 0; }
  .number { text-align: left; }
  .outcome { padding-left: 0; }
  .title .total { text-align: right; }
  .title { align-items: start; }
}
@media print {
  :root {
    --paper: #fff; --sheet: #fff; --ink: #000; --soft: #555; --line: #ccc; --track: #e6e6e6;
    --accent: #2f5d8a; --good: #1d7647; --warn: #94600a; --bad: #b3302a;
    --good-wash: #fff; --warn-wash: #fff; --bad-wash: #fff; --muted-wash: #fff;
  }
  html { font-size: 10pt; }
  body { padding: 0; }
  * { print-color-adjust: exact; }
  .counts { grid-template-columns: repeat(7, minmax(0, 1fr)); }
  summary { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; opacity: 1; }
  h2, h3, .title { break-after: avoid; }
  .panel, .counts li, .arms > div, .entries li, tr { break-inside: avoid; }
}
`;
