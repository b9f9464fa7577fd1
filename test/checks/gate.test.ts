import { expect, test } from 'vitest';
import { failsBySpecificationAlone, gate } from '../../src/checks/gate.ts';
import { Severity } from '../../src/contracts/finding.ts';
import { findingOf, reportOf } from './report-of.ts';

test.each(Severity.options)(
  'findings of severity %s fail at that threshold and at every lower one',
  (severity) => {
    const reports = [reportOf([findingOf({ rule: 'security/example', severity })])];
    const failing = Severity.options.filter((failOn) => gate(reports, failOn) === 'findings');
    expect(failing).toEqual(Severity.options.slice(Severity.options.indexOf(severity)));
  },
);

test('a violation of the specification fails the check like a danger of high severity', () => {
  const reports = [reportOf([findingOf({ rule: 'spec/example', severity: 'medium' })])];
  expect(gate(reports, 'high')).toBe('findings');
  expect(gate(reports, 'critical')).toBe('passed');
});

test('failing by the specification alone is named, and not if something else fails too', () => {
  const ofSpec = findingOf({ rule: 'spec/example', severity: 'medium' });
  const minor = findingOf({ rule: 'spec/minor', severity: 'low' });
  const serious = findingOf({ severity: 'high' });
  expect(failsBySpecificationAlone([reportOf([minor, ofSpec])], 'high')).toEqual([ofSpec]);
  expect(failsBySpecificationAlone([reportOf([ofSpec]), reportOf([serious])], 'high')).toEqual([]);
  expect(failsBySpecificationAlone([reportOf([ofSpec])], 'critical')).toEqual([]);
  expect(failsBySpecificationAlone([reportOf([ofSpec])], 'medium')).toEqual([]);
});

test('a check without findings passes', () => {
  expect(gate([reportOf([]), reportOf([])], 'info')).toBe('passed');
});

test('accepted findings do not fail the check', () => {
  const suppressed = [{ finding: findingOf({ severity: 'critical' }), reason: 'known' }];
  expect(gate([reportOf([], { suppressed })], 'info')).toBe('passed');
});

test('a skill that could not be checked leaves the check incomplete, rather than failed', () => {
  const fault = findingOf({ rule: 'check/not-loaded', severity: 'medium' });
  expect(gate([reportOf([]), reportOf([fault], { verdict: 'error' })], 'info')).toBe('incomplete');
});

test('a check that crashed leaves the result incomplete, whatever the verdict', () => {
  const crashed = findingOf({ rule: 'check/crashed' });
  const serious = findingOf({ severity: 'high' });
  expect(gate([reportOf([serious, crashed], { verdict: 'fail' })], 'critical')).toBe('incomplete');
});

test('findings count even if something else could not be checked', () => {
  const found = reportOf([findingOf({ severity: 'high' })], { verdict: 'fail' });
  expect(gate([reportOf([], { verdict: 'error' }), found], 'high')).toBe('findings');
});
