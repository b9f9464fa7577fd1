import { expect, test } from 'vitest';
import { CheckReport } from '../../src/contracts/check-report.ts';
import { checkFormats } from '../../src/report/check-formats.ts';
import { fixtureReports, PLAIN } from './check/fixture-reports.ts';

test('the fixtures are valid reports', () => {
  for (const report of fixtureReports) expect(CheckReport.parse(report)).toEqual(report);
});

test.each(checkFormats)('the $name report matches its golden file', async ({ extension, render }) => {
  await expect(render(fixtureReports, PLAIN)).toMatchFileSnapshot(`golden/check.${extension}`);
});

test.each(checkFormats)('the $name report contains no control character of a skill', ({ render }) => {
  expect(render(fixtureReports, PLAIN)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
});

test.each(checkFormats)('the $name report can be empty', ({ render }) => {
  expect(() => render([], PLAIN)).not.toThrow();
});

test.each(checkFormats.filter(({ isStream }) => isStream))(
  'the $name report of several skills is their reports joined together',
  ({ render }) => {
    const single = fixtureReports.map((report) => render([report], PLAIN));
    expect(render(fixtureReports, PLAIN)).toBe(single.join(''));
  },
);

test('every format has a unique name and file extension', () => {
  expect(new Set(checkFormats.map(({ name }) => name)).size).toBe(checkFormats.length);
  expect(new Set(checkFormats.map(({ extension }) => extension)).size).toBe(checkFormats.length);
});
