import { expect, test } from 'vitest';
import { RULES } from '../../../../src/checks/rules.ts';
import type { CheckReport } from '../../../../src/contracts/check-report.ts';
import { fingerprintOf } from '../../../../src/contracts/finding-fingerprint.ts';
import { renderSarif } from '../../../../src/report/check/sarif/render-sarif.ts';
import { fixtureReports, PLAIN } from '../fixture-reports.ts';
import { SarifLog } from './sarif-log.ts';

function logOf(reports: readonly CheckReport[], options = PLAIN) {
  const [run] = SarifLog.parse(JSON.parse(renderSarif(reports, options))).runs;
  if (run === undefined) throw new Error('the log has no run');
  return run;
}

const [sound, failing, accepted] = fixtureReports;
if (sound === undefined || failing === undefined || accepted === undefined) throw new Error('no fixtures');

test('a log is valid SARIF 2.1.0, whatever the reports contain', () => {
  expect(logOf(fixtureReports).results).toHaveLength(9);
  expect(logOf([])).toMatchObject({ results: [], invocations: [{ executionSuccessful: true }] });
});

test('every rule has a descriptor', () => {
  const rules = RULES.map((rule) => ({ ...rule, raisedBy: rule.raisedBy ?? null, owasp: [...rule.owasp] }));
  const [template] = failing.findings;
  if (template === undefined) throw new Error('the fixture has no finding');
  const findings = rules.map(({ id }) => ({ ...template, rule: id }));
  const { tool } = logOf([{ ...failing, findings }], { ...PLAIN, rules });
  expect(tool.driver.rules).toHaveLength(RULES.length);
});

test('a finding is a result with its rule, level, location and fingerprint', () => {
  const [critical] = failing.findings;
  if (critical === undefined) throw new Error('the fixture has no finding');
  expect(logOf([failing]).results[0]).toMatchObject({
    ruleId: 'security/download-and-run',
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'skills/deploy/scripts/set%20up.sh' },
          region: { startLine: 12, startColumn: 3 },
        },
      },
    ],
    partialFingerprints: { 'assayFinding/v1': fingerprintOf(critical) },
    suppressions: [],
  });
});

test('severities become levels', () => {
  const levels = logOf([failing]).results.map(({ level }) => level);
  expect(levels).toEqual(['error', 'error', 'warning', 'note', 'note']);
});

test('a rule with an OWASP category is tagged as security, with a number for its severity', () => {
  const [download, keys] = logOf([failing]).tool.driver.rules;
  expect(download?.properties).toEqual({
    tags: ['security', 'OWASP-ASI04', 'OWASP-AST02'],
    'security-severity': '8.0',
  });
  expect(keys?.properties).toEqual({ tags: [] });
});

test('an accepted finding is a suppressed result with the reason', () => {
  expect(logOf([accepted]).results[0]?.suppressions).toEqual([
    { kind: 'external', status: 'accepted', justification: 'The host is ours, and the script is pinned.' },
  ]);
});

test('a skill that could not be checked makes the invocation unsuccessful', () => {
  expect(logOf([sound]).invocations).toEqual([{ executionSuccessful: true }]);
  expect(logOf([{ ...sound, verdict: 'error' }]).invocations).toEqual([{ executionSuccessful: false }]);
});
