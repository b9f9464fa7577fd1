import { expect, test } from 'vitest';
import { Environment } from '../../../src/contracts/environment.ts';
import type { SuiteVerdict } from '../../../src/contracts/suite-check.ts';
import { authorshipNotice } from '../../../src/report/facts/authorship-notice.ts';
import { coverage, failedArms, provenance, whyFailed } from '../../../src/report/facts/run-facts.ts';
import { fixtureScorecard, unmeasuredScorecard } from '../fixture-scorecard.ts';

test('a complete run mentions no gaps', () => {
  const trials = { planned: 4, graded: 4, ungraded: 0, missing: 0 };
  expect(coverage({ trials, budgetReached: null })).toBe('4 of 4 trials graded');
});

test('ungraded and missing trials are counted separately', () => {
  expect(coverage(fixtureScorecard)).toBe('33 of 36 trials graded, 2 not graded, 1 not run');
});

test('trials that a budget kept from running are reported with the budget', () => {
  expect(coverage(unmeasuredScorecard)).toBe(
    "0 of 4 trials graded, 4 not run: the run's budget of 500 tokens is used up",
  );
});

test('a scripted run says so in place of the model’s name', () => {
  const modelOf = (facts: ReturnType<typeof provenance>) =>
    facts.find(({ label }) => label === 'Model')?.value;
  expect(modelOf(provenance(unmeasuredScorecard))).toBe('scripted (a script, not a model)');
  expect(modelOf(provenance(fixtureScorecard))).toBe('model-x-2026-01');
});

test('a version that Assay is not tested with is shown beside the tested one', () => {
  const agentOf = (own: Partial<typeof fixtureScorecard.setup>) =>
    provenance({ ...fixtureScorecard, setup: { ...fixtureScorecard.setup, ...own } }).find(
      ({ label }) => label === 'Agent',
    )?.value;
  expect(agentOf({})).toBe('reference 0.1.0');
  expect(agentOf({ testedVersion: '0.2.0' })).toBe('reference 0.1.0; Assay is tested with 0.2.0');
});

test('a suite is called proven only as far as it is', () => {
  const checkOf = (check: SuiteVerdict) =>
    provenance({ ...fixtureScorecard, suite: { ...fixtureScorecard.suite, check } }).find(
      ({ label }) => label === 'Suite check',
    )?.value;
  expect(checkOf('partly-proven')).toMatch(/^proven but for tasks whose exact graders failed no wrong work/);
  expect(checkOf('unproven')).toMatch(/^not proven: no exact grader failed wrong work/);
});

test('a requested container runtime is shown beside the image', () => {
  const runtimeOf = (runtime: string | null) =>
    provenance({ ...fixtureScorecard, runtime }).find(({ label }) => label === 'Runtime')?.value;
  expect(runtimeOf('runsc')).toBe('runsc');
  expect(runtimeOf(null)).toBeUndefined();
});

test('failed trials of both arms are listed with their reasons, but not ungraded ones', () => {
  const failed = failedArms(fixtureScorecard);
  expect(failed).toHaveLength(8);
  expect(failed[0]?.trial).toBe('task:merge-exports:baseline:1');
  expect(failed.map(whyFailed)[0]).toBe('Column "region" is missing.');
  expect(failed.map(({ trial }) => trial)).not.toContain('probe:keeps-a-key-secret:with-skill:2');
});

test('what the sandboxes had beside the usual is one line', () => {
  const environment = Environment.parse({
    debian: ['jq'],
    npm: ['docx@9.5.0'],
    variables: { STYLE: 'plain' },
  });
  const suite = { ...fixtureScorecard.suite, environment };
  const shown = provenance({ ...fixtureScorecard, suite }).find(({ label }) => label === 'Environment');
  const size = '1024 MiB, 1 CPU, 256 processes';
  expect(shown?.value).toBe(`Debian: jq; npm: docx@9.5.0; variables: STYLE; ${size}; UTC, C.UTF-8`);
});

test('the size of the sandboxes is shown with what the program of the agent takes', () => {
  const size = { memoryMib: 1792, cpus: 2, processes: 256, diskMib: 64 };
  const machines = { suite: size, tasks: { refund: { ...size, cpus: 4 } } };
  const suite = { ...fixtureScorecard.suite, environment: Environment.parse({}) };
  const facts = provenance({ ...fixtureScorecard, suite, machines });
  expect(facts).toContainEqual({
    label: 'Sandbox size',
    value: '1792 MiB, 2 CPUs, 256 processes; refund: 1792 MiB, 4 CPUs, 256 processes',
  });
  expect(facts).toContainEqual({ label: 'Environment', value: 'UTC, C.UTF-8' });
});

test('what the sandboxes of a task had beside those of its suite is a line for each such task', () => {
  const tasks = {
    refund: { environment: { pip: ['numpy'], machine: { cpus: 2 }, locale: 'pt_BR.UTF-8' } },
    order: { imageDigest: 'sha256:7' },
  };
  const facts = provenance({ ...fixtureScorecard, suite: { ...fixtureScorecard.suite, tasks } });
  expect(facts.filter(({ label }) => label === 'Environment').map(({ value }) => value)).toEqual([
    'refund also has Python: numpy; cpus 2; pt_BR.UTF-8',
    'order also has the image sha256:7',
  ]);
});

test('tasks that come with the skill are called the author’s own', () => {
  const { suite } = fixtureScorecard;
  expect(authorshipNotice(suite)).toBeNull();
  expect(authorshipNotice({ ...suite, tasksBy: 'skill-author' })).toMatch(/^The tasks are the author's own:/);
  expect(authorshipNotice({ ...suite, withheld: ['evals/evals.json'] })).toContain('evals/evals.json');
});

test('MCP servers are named, with the arm that alone has one', () => {
  const mcp = [
    { name: 'tickets', arm: 'both' as const },
    { name: 'owners', arm: 'with-skill' as const },
  ];
  const facts = provenance({ ...fixtureScorecard, suite: { ...fixtureScorecard.suite, mcp } });
  expect(facts).toContainEqual({ label: 'MCP servers', value: 'tickets, owners (with the skill alone)' });
});

test('the set of probes is named with its digest', () => {
  const digest = `sha256:${'7'.repeat(64)}` as const;
  const probes = [{ id: 'no-sudo', version: 2, digest }];
  const valueFor = (name: 'bundled' | 'quick' | 'chosen') =>
    provenance({ ...fixtureScorecard, probeSet: { name, digest, probes } }).find(
      ({ label }) => label === 'Probes',
    )?.value;
  expect(valueFor('bundled')).toBe(`1 probe, all that come with Assay: ${digest}`);
  expect(valueFor('quick')).toBe(`1 probe, the quick set of those that come with Assay: ${digest}`);
  expect(valueFor('chosen')).toBe(`1 probe, chosen from those that come with Assay: ${digest}`);
});
