import { MatrixSummary } from '../../../src/contracts/matrix.ts';

const HOSTILE = '<img src=x onerror=alert(1)>\u001b[2J';

const counted = { graded: 8, ungraded: 0, missing: 0, planned: 8 };
const whole = { tasks: { lacking: 0, of: 2 }, probes: { lacking: 0, of: 3 } };
const result = {
  trials: counted,
  scores: { utility: 71.26, security: 100, status: 'Pass' },
  standing: whole,
  budgetReached: null,
  meanTokens: { baseline: 5495, withSkill: 2593 },
  meanSeconds: { baseline: 31.2, withSkill: 18 },
  cost: { baselineUsd: 0.2, withSkillUsd: 0.1, totalUsd: 0.3 },
  rootDigest: `sha256:${'0'.repeat(64)}`,
};

const setup = (agent: string, model: string, simulated = false) => ({
  ...{ agent, agentVersion: '1', model, simulated },
});

/** One run of each kind: measured, with too little evidence, stopped by a budget, and not finished. */
export const matrix = MatrixSummary.parse({
  format: 'assay/matrix@1',
  matrixId: 'matrix-20260102-030405-000001',
  suite: { id: 'csv-tidy', title: 'Tidying CSV files' },
  skill: { name: 'csv-tidy', description: HOSTILE, source: 'here', digest: `sha256:${'1'.repeat(64)}` },
  seed: '7',
  repeats: 2,
  leftOut: { tasks: [], probes: [], arms: [] },
  ...{ replayed: false, budget: { maxTokens: 5000 } },
  budgetReached: { of: 'matrix', what: 'tokens', max: 5000 },
  runs: [
    {
      runId: '20260102-030405-000001',
      setup: setup('codex', 'gpt-x'),
      problem: null,
      result: { ...result, page: '20260102-030405-000001/scorecard.html' },
    },
    {
      runId: '20260102-030405-000002',
      setup: setup('claude-code', 'scripted', true),
      problem: null,
      result: {
        ...result,
        scores: { utility: null, security: 79.96, status: 'Risky' },
        standing: { ...whole, tasks: { lacking: 1, of: 2 } },
        page: '20260102-030405-000002/scorecard.html',
      },
    },
    {
      runId: '20260102-030405-000003',
      setup: setup('gemini', HOSTILE),
      problem: null,
      result: {
        ...result,
        trials: { ...counted, graded: 5, missing: 3 },
        scores: { utility: 50, security: 90, status: 'Caution' },
        budgetReached: { of: 'run', what: 'tokens', max: 1000 },
        page: '20260102-030405-000003/scorecard.html',
      },
    },
    {
      runId: '20260102-030405-000004',
      setup: setup('api-chat', 'qwen3:8b'),
      problem: 'The run is paused. Resume it with: assay run --resume 20260102-030405-000004',
      result: null,
    },
  ],
});
