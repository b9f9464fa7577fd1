import { expect, test } from 'vitest';
import { renderRule, renderRules } from '../../../src/report/check/render-rule.ts';
import { fixtureRules } from './fixture-reports.ts';

const TERMINAL = { colour: false, columns: 100 };
const [download] = fixtureRules;
if (download === undefined) throw new Error('the fixture has no rule');

test('a single rule is shown in full', () => {
  const text = renderRule(download, TERMINAL);
  expect(text).toMatch(/^security\/download-and-run: Runs what it downloads/);
  for (const part of [download.why, download.remedy, 'ASI04, AST02', 'The specification', 'high'])
    expect(text).toContain(part);
});

test('an option that raises the severity is named', () => {
  const raised = { ...download, severity: 'low' as const, raisedBy: 'strict' as const };
  expect(renderRule(raised, TERMINAL)).toContain('low; high with --strict');
});

test('in a list of rules, each rule takes one line', () => {
  const lines = renderRules(fixtureRules.slice(0, 2), TERMINAL).split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/security\/download-and-run +high +Runs what it downloads/);
});
