import { expect, test } from 'vitest';
import { CheckReport } from '../../src/contracts/check-report.ts';
import { checkFormats } from '../../src/report/check-formats.ts';
import { fixtureReports, PLAIN } from './check/fixture-reports.ts';

test('the fixtures are reports', () => {
  for (const report of fixtureReports) expect(CheckReport.parse(report)).toEqual(report);
});

test.each(checkFormats)('the $name report is the golden one', async ({ extension, render }) => {
  await expect(render(fixtureReports, PLAIN)).toMatchFileSnapshot(`golden/check.${extension}`);
});

test.each(checkFormats)('the $name report lets no control character of a skill through', ({ render }) => {
  expect(render(fixtureReports, PLAIN)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
});

test.each(checkFormats)('the $name report of nothing is a report', ({ render }) => {
  expect(() => render([], PLAIN)).not.toThrow();
});

test.each(checkFormats.filter(({ isStream }) => isStream))(
  'the $name report of many is the reports of each, one after the other',
  ({ render }) => {
    const single = fixtureReports.map((report) => render([report], PLAIN));
    expect(render(fixtureReports, PLAIN)).toBe(single.join(''));
  },
);

test('every format has a name and a file extension of its own', () => {
  expect(new Set(checkFormats.map(({ name }) => name)).size).toBe(checkFormats.length);
  expect(new Set(checkFormats.map(({ extension }) => extension)).size).toBe(checkFormats.length);
});
