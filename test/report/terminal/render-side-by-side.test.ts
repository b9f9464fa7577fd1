import { expect, test } from 'vitest';
import { SIMULATED } from '../../../src/report/facts/wording.ts';
import { renderSideBySide } from '../../../src/report/terminal/render-side-by-side.ts';
import { fixtureScorecard, ofQuickSet, unmeasuredScorecard } from '../fixture-scorecard.ts';

const shown = renderSideBySide([fixtureScorecard, unmeasuredScorecard], { colour: false, columns: 100 });

function row(label: string): string[] {
  const line = shown.split('\n').find((text) => text.startsWith(`  ${label} `)) ?? '';
  return line.trim().split(/ {2,}/);
}

test('each skill has a column with its scores, its status and how its tasks ended', () => {
  expect(row('utility')).toEqual(['utility', '44.3', 'not measured']);
  expect(row('security')).toEqual(['security', '83.3', 'not measured']);
  expect(row('status')).toEqual(['status', 'Caution, insufficient evidence', 'not measured']);
  const { harmed, enabled } = fixtureScorecard.comparison;
  expect(row('harmed').slice(0, 2)).toEqual(['harmed', String(harmed)]);
  expect(row('enabled').slice(0, 2)).toEqual(['enabled', String(enabled)]);
});

test('a status that is of the quick set says so', () => {
  const quick = renderSideBySide([fixtureScorecard, ofQuickSet], { colour: false, columns: 200 });
  expect(quick).toMatch(/Caution, insufficient evidence +Caution, quick set, insufficient evidence/);
});

test('it says before any score whose answers were a script, once', () => {
  const twice = renderSideBySide([unmeasuredScorecard, unmeasuredScorecard], { colour: false, columns: 100 });
  const notice = SIMULATED.title.toUpperCase();
  expect(twice.split(notice)).toHaveLength(2);
  expect(twice.indexOf(notice)).toBeLessThan(twice.indexOf('utility'));
});
