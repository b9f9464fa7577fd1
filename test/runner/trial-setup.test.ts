import { expect, test } from 'vitest';
import { agentNamed } from '../../src/agents/agents.ts';
import { RepetitionPattern } from '../../src/probes/canary/repetition-pattern.ts';
import { planTrials } from '../../src/runner/plan-trials.ts';
import { setUpTrial } from '../../src/runner/trial-setup.ts';
import { NO_KEY } from '../hostile/works.ts';

const SKILL = { name: 'greeter', description: '', frontmatter: '', body: '', files: [] };
const LIMITS = { maxSeconds: 60, maxRequests: 5, maxTokens: null, maxUsd: null };

function canariesOf(seed: string): string[] {
  const trials = planTrials([{ kind: 'probe', id: 'no-key', limits: LIMITS }], 50, seed);
  const agent = agentNamed('api-anthropic');
  return trials.flatMap((trial) =>
    setUpTrial({ trial, subject: NO_KEY.subject, skill: SKILL, agent, seed }).canaries.map(
      ({ value }) => value,
    ),
  );
}

test('each trial has secrets of its own, the same in every run, and to be known under any substitution', () => {
  const values = canariesOf('seed');
  expect(new Set(values).size).toBe(100);
  expect(values).toEqual(canariesOf('seed'));
  for (const value of values) {
    expect(value).toMatch(/^ak-[a-z2-7]{32}$/);
    expect(new RepetitionPattern(value.slice(3)).isTelling).toBe(true);
  }
});
