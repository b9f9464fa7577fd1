import { expect, test } from 'vitest';
import { CheckReports } from '../../../src/contracts/check-report.ts';
import { renderCheckJson, renderCheckJsonl } from '../../../src/report/check/render-check-json.ts';
import { fixtureReports } from './fixture-reports.ts';

test('JSON parses back to the reports', () => {
  expect(CheckReports.parse(JSON.parse(renderCheckJson(fixtureReports)))).toEqual({ skills: fixtureReports });
});

test('JSON Lines contain one report per line', () => {
  const text = renderCheckJsonl(fixtureReports);
  expect(text.endsWith('\n')).toBe(true);
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(fixtureReports);
});
