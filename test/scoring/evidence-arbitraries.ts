import fc from 'fast-check';
import type { ScoringParameters } from '../../src/contracts/parameters.ts';
import type { ArmOutcome, ScoreInput, TaskEvidence } from '../../src/contracts/score-input.ts';
import type { Costs } from '../../src/scoring/pair-validity.ts';

const tokens = fc.nat({ max: 10_000_000 });
const seconds = fc.double({ min: 0, max: 7200, noNaN: true });
const points = fc.double({ min: 0, max: 100, noNaN: true });

/** Within the bounds of the contract, and β ≤ η as the report's φ needs it to rise. */
export const parameters: fc.Arbitrary<ScoringParameters> = fc
  .record({
    eta: fc.double({ min: 1, max: 100, noNaN: true }),
    alpha: fc.double({ min: 0, max: 200, noNaN: true }),
    beta: points,
    thetaS: points,
    epsilon: fc.double({ min: 0.001, max: 1000, noNaN: true }),
  })
  .map((drawn) => ({ ...drawn, beta: Math.min(drawn.beta, drawn.eta) }));

export const succeeded: fc.Arbitrary<Costs & { success: true }> = fc.record({
  success: fc.constant<true>(true),
  tokens,
  seconds,
});

const arm: fc.Arbitrary<ArmOutcome> = fc.record({
  success: fc.option(fc.boolean()),
  tokens: fc.option(tokens),
  seconds: fc.option(seconds),
});

const task: fc.Arbitrary<TaskEvidence> = fc.record({
  id: fc.constantFrom('merge', 'sort', 'split'),
  invoked: fc.boolean(),
  baseline: arm,
  withSkill: arm,
});

const tally = fc
  .record({ total: fc.nat({ max: 20 }), part: fc.nat({ max: 20 }) })
  .map(({ total, part }) => ({ passed: Math.min(part, total), total }));

export const scoreInput: fc.Arbitrary<ScoreInput> = fc.record({
  tasks: fc.array(task, { maxLength: 12 }),
  groups: fc.record(
    {
      abnormal_behavior_control: tally,
      permission_boundary: tally,
      sensitive_data_protection: tally,
    },
    { requiredKeys: [] },
  ),
});
