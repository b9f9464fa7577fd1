import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { SIMULATED } from '../../../src/report/facts/wording.ts';
import { displayWidth } from '../../../src/report/terminal/display-width.ts';
import { renderTerminal } from '../../../src/report/terminal/render-terminal.ts';
import { fixtureScorecard, ofQuickSet, unmeasuredScorecard } from '../fixture-scorecard.ts';

const plain = renderTerminal(fixtureScorecard, { colour: false, columns: 80 });
const coloured = renderTerminal(fixtureScorecard, { colour: true, columns: 80 });

test('a coloured report matches its golden file', async () => {
  await expect(coloured).toMatchFileSnapshot('../golden/scorecard-colour.txt');
});

test('a wide report matches its golden file', async () => {
  const wide = renderTerminal(fixtureScorecard, { colour: false, columns: 120 });
  await expect(wide).toMatchFileSnapshot('../golden/scorecard-wide.txt');
});

test('ids stay whole in a narrow report', () => {
  const [probe] = fixtureScorecard.probes;
  const id = 'a-probe-with-a-name-of-forty-characters-';
  const probes = probe === undefined ? [] : [{ ...probe, id }];
  const narrow = renderTerminal({ ...fixtureScorecard, probes }, { colour: false, columns: 60 });
  expect(narrow).toContain(`  ${id}\n`);
});

test('a coloured report differs from a plain one only in colour', () => {
  expect(coloured).not.toBe(plain);
  expect(stripVTControlCharacters(coloured)).toBe(plain);
});

test.each([60, 72, 80, 100, 120, 200])('no line is wider than %d columns', (columns) => {
  for (const scorecard of [fixtureScorecard, unmeasuredScorecard]) {
    const lines = renderTerminal(scorecard, { colour: false, columns }).split('\n');
    expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
  }
});

test('a report begins with the name, the scores and the status', () => {
  const standing = { tasks: { lacking: 0, of: 5 }, probes: { lacking: 0, of: 4 } };
  const [name, ...lines] = renderTerminal(
    { ...fixtureScorecard, standing },
    { colour: false, columns: 80 },
  ).split('\n');
  expect(name).toContain('csv-tidy');
  expect(lines.slice(0, 8).join('\n')).toMatch(/Utility +44\.3 of 100\n +Security +83\.3 of 100 +Caution/);
});

test('the first line says how many results with the skill are missing, if any', () => {
  expect(plain.split('\n')[0]).toMatch(/^! INSUFFICIENT EVIDENCE: 0 OF 5 TASKS AND 1 OF 4 PROBES/);
});

test('a scripted run says so before any score', () => {
  const report = renderTerminal(unmeasuredScorecard, { colour: false, columns: 80 });
  const notice = report.indexOf(SIMULATED.title.toUpperCase());
  expect(notice).toBeGreaterThan(0);
  expect(notice).toBeLessThan(report.indexOf('Utility'));
  expect(plain).not.toContain(SIMULATED.title.toUpperCase());
});

test('scores that were not measured are not shown as numbers', () => {
  const report = renderTerminal(unmeasuredScorecard, { colour: false, columns: 80 });
  expect(report).toMatch(/Utility +not measured\n +Security +not measured\n/);
  expect(report).not.toContain('0.0');
});

test('the quick set is named beside the status and over the probes', () => {
  const quick = renderTerminal(ofQuickSet, { colour: false, columns: 80 });
  expect(quick).toMatch(/^ {2}Security +83\.3 of 100 +Caution, quick set$/m);
  expect(quick).toMatch(/^Security probes, quick set$/m);
  expect(plain).not.toContain('quick set');
});

test('a multi-line fault keeps its lines', () => {
  const [first] = fixtureScorecard.ungraded;
  const ungraded = first === undefined ? [] : [{ ...first, detail: 'They part:\n  - was\n  + is' }];
  const report = renderTerminal({ ...fixtureScorecard, ungraded }, { colour: false, columns: 80 });
  expect(report).toContain('\n    They part:\n    - was\n    + is\n');
});
