import { expect, test } from 'vitest';
import { SiteReport } from '../../../src/contracts/site-report.ts';
import { renderSite } from '../../../src/report/site/render-site.ts';
import { displayWidth } from '../../../src/report/terminal/display-width.ts';
import { fixtureSite } from './fixture-site.ts';

const PLAIN = { colour: false, columns: 100, verbose: false };
const plain = renderSite(fixtureSite, PLAIN);

test('the fixture is a valid report', () => {
  expect(SiteReport.parse(fixtureSite)).toEqual(fixtureSite);
});

test('a report matches its golden file', async () => {
  await expect(plain).toMatchFileSnapshot('../golden/site.txt');
});

test('a verbose report matches its golden file', async () => {
  const verbose = renderSite(fixtureSite, { ...PLAIN, verbose: true });
  await expect(verbose).toMatchFileSnapshot('../golden/site-verbose.txt');
});

test('a report contains no control character of a site', () => {
  expect(plain).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
});

test.each([60, 80, 120])('no line is wider than %d columns', (columns) => {
  const lines = renderSite(fixtureSite, { ...PLAIN, columns, verbose: true }).split('\n');
  expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
});

test('a report begins with the verdict and the score, and gives every step its status and weight', () => {
  expect(plain).toMatch(/^ {2}fail {2}https:\/\/site\.example {2}61 of 100\n/);
  for (const { title, weight } of fixtureSite.steps)
    expect(plain).toMatch(new RegExp(`${title} +${weight} %`));
});

test('the counts of the security review are named in words', () => {
  const evidence = {
    ...{ injections: 1, credentials: 2, unsafeArchives: 3, toolGrants: 4, hooks: 5, dynamicContext: 6 },
    ...{ suspiciousCommands: 7, externalUrls: 8, archiveScripts: 9, crossOriginArtifacts: 10 },
  };
  const steps = fixtureSite.steps.map((step) =>
    step.id === 'security-review' ? { ...step, status: 'warn' as const, evidence } : step,
  );
  const text = renderSite({ ...fixtureSite, steps }, PLAIN);
  expect(text).toMatch(/unsafe archives +3\n.*suspicious commands +7\n.*cross origin artifacts +10\n/s);
});
