import { expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { reportFormats } from '../../src/report/report-formats.ts';
import { fixtureScorecard, unmeasuredScorecard } from './fixture-scorecard.ts';

const PLAIN = { colour: false, columns: 80 };

test('the fixtures are valid scorecards', () => {
  expect(Scorecard.parse(fixtureScorecard)).toEqual(fixtureScorecard);
  expect(Scorecard.parse(unmeasuredScorecard)).toEqual(unmeasuredScorecard);
});

test.each(reportFormats)('the $name report matches its golden file', async ({ extension, render }) => {
  await expect(render(fixtureScorecard, PLAIN)).toMatchFileSnapshot(`golden/scorecard.${extension}`);
});

test.each(reportFormats)(
  'the $name report of a run without results matches its golden file',
  async (format) => {
    const report = format.render(unmeasuredScorecard, PLAIN);
    await expect(report).toMatchFileSnapshot(`golden/unmeasured.${format.extension}`);
  },
);

test.each(reportFormats)('the $name report contains no control character of a skill', ({ render }) => {
  expect(render(fixtureScorecard, PLAIN)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});

test('every format has a unique name and file extension', () => {
  expect(new Set(reportFormats.map(({ name }) => name)).size).toBe(reportFormats.length);
  expect(new Set(reportFormats.map(({ extension }) => extension)).size).toBe(reportFormats.length);
});
