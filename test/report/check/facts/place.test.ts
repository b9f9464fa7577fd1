import { expect, test } from 'vitest';
import { originOf } from '../../../../src/report/check/facts/place.ts';
import { fixtureReports } from '../fixture-reports.ts';

const [report] = fixtureReports;
if (report === undefined) throw new Error('no fixture');

test.each([
  ['./skills', '.', './skills'],
  ['./skills', 'pdf', 'skills/pdf'],
  ['pdf.zip', 'pdf', 'pdf.zip/pdf'],
  ['https://host.example/skills.git', 'pdf', 'https://host.example/skills.git pdf'],
])('a skill from %s at %s was found at %s', (source, path, origin) => {
  expect(originOf({ ...report, source, path })).toBe(origin);
});
