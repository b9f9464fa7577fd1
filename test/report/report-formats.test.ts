import { expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { reportFormats } from '../../src/report/report-formats.ts';
import { fixtureScorecard, unmeasuredScorecard } from './fixture-scorecard.ts';

const PLAIN = { colour: false, columns: 80 };

test('the fixtures are scorecards', () => {
  expect(Scorecard.parse(fixtureScorecard)).toEqual(fixtureScorecard);
  expect(Scorecard.parse(unmeasuredScorecard)).toEqual(unmeasuredScorecard);
});

test.each(reportFormats)('the $name report is the golden one', async ({ extension, render }) => {
  await expect(render(fixtureScorecard, PLAIN)).toMatchFileSnapshot(`golden/scorecard.${extension}`);
});

test.each(reportFormats)('the $name report of a run without results is the golden one', async (format) => {
  const report = format.render(unmeasuredScorecard, PLAIN);
  await expect(report).toMatchFileSnapshot(`golden/unmeasured.${format.extension}`);
});

test.each(reportFormats)('the $name report lets no control character of a skill through', ({ render }) => {
  expect(render(fixtureScorecard, PLAIN)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});

test('every format has a name and a file extension of its own', () => {
  expect(new Set(reportFormats.map(({ name }) => name)).size).toBe(reportFormats.length);
  expect(new Set(reportFormats.map(({ extension }) => extension)).size).toBe(reportFormats.length);
});
