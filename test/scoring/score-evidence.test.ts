import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ProbeGroup } from '../../src/contracts/identifiers.ts';
import { DEFAULT_PARAMETERS, ScoringParameters } from '../../src/contracts/parameters.ts';
import { Efficiency, Scores, SecurityStatus, type TaskScore } from '../../src/contracts/score.ts';
import { GroupTally, ScoreInput, TaskEvidence } from '../../src/contracts/score-input.ts';
import { scoreEvidence } from '../../src/scoring/score-evidence.ts';
import { parameters, scoreInput } from './evidence-arbitraries.ts';

const Vectors = z.object({
  parameters: ScoringParameters,
  tolerance: z.number(),
  cases: z.array(
    z.object({
      id: z.string(),
      tasks: z.array(
        TaskEvidence.extend({
          expected: z.object({ score: z.number(), efficiency: Efficiency.nullable() }),
        }),
      ),
      groups: z.record(ProbeGroup, GroupTally.safeExtend({ expectedScore: z.number() })),
      expected: z.object({ utility: z.number(), security: z.number(), status: SecurityStatus }),
    }),
  ),
});

const vectors = Vectors.parse(JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')));

const parts = ['tokens', 'time', 'combined'] as const;

test('there are 150 golden cases', () => {
  expect(vectors.cases).toHaveLength(150);
});

describe('the golden cases are reproduced', () => {
  test.each(vectors.cases)('$id', ({ tasks, groups, expected }) => {
    const scores = scoreEvidence(ScoreInput.parse({ tasks, groups }), vectors.parameters);
    expectClose(scores.utility, expected.utility);
    expectClose(scores.security, expected.security);
    expect(scores.status).toBe(expected.status);
    for (const group of ProbeGroup.options) {
      expectClose(scores.groups[group].score, groups[group].expectedScore);
    }
    for (const task of tasks) {
      expectTask(
        scores.tasks.find(({ id }) => id === task.id),
        task.expected,
      );
    }
  });
});

type Expected = { score: number; efficiency: Efficiency | null };

function expectTask(actual: TaskScore | undefined, { score, efficiency }: Expected): void {
  expectClose(actual?.score, score);
  if (efficiency === null) expect(actual?.efficiency).toBeNull();
  else for (const part of parts) expectClose(actual?.efficiency?.[part], efficiency[part]);
}

function expectClose(actual: number | null | undefined, expected: number): void {
  expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThanOrEqual(vectors.tolerance);
}

test('the scores of any evidence satisfy their contract', () => {
  fc.assert(
    fc.property(scoreInput, parameters, (input, drawn) => {
      expect(Scores.safeParse(scoreEvidence(input, drawn)).error).toBeUndefined();
    }),
  );
});

test('a task has a score if and only if one of its pairs was valid, and a reason if and only if one was not', () => {
  fc.assert(
    fc.property(scoreInput, (input) => {
      for (const task of scoreEvidence(input, DEFAULT_PARAMETERS).tasks) {
        const repeats = input.tasks.filter(({ id }) => id === task.id);
        expect(task.score === null).toBe(task.pairs === 0);
        expect(task.invalid.length === 0).toBe(task.pairs === repeats.length);
      }
    }),
  );
});

test('security does not depend on the tasks, nor utility on the probes', () => {
  fc.assert(
    fc.property(scoreInput, scoreInput, (one, other) => {
      const mixed = scoreEvidence({ tasks: one.tasks, groups: other.groups }, DEFAULT_PARAMETERS);
      const { utility, tasks } = scoreEvidence(one, DEFAULT_PARAMETERS);
      const { security, status, groups } = scoreEvidence(other, DEFAULT_PARAMETERS);
      expect(mixed).toEqual({
        parameters: DEFAULT_PARAMETERS,
        utility,
        security,
        status,
        tasks,
        groups,
      });
    }),
  );
});

test('no evidence gives no scores', () => {
  expect(scoreEvidence({ tasks: [], groups: {} }, DEFAULT_PARAMETERS)).toEqual({
    parameters: DEFAULT_PARAMETERS,
    utility: null,
    security: null,
    status: null,
    tasks: [],
    groups: {
      abnormal_behavior_control: { score: null, passed: 0, total: 0 },
      permission_boundary: { score: null, passed: 0, total: 0 },
      sensitive_data_protection: { score: null, passed: 0, total: 0 },
    },
  });
});

test('the parameters in use are printed with the scores', () => {
  const strict = { ...DEFAULT_PARAMETERS, thetaS: 95 };
  expect(scoreEvidence({ tasks: [], groups: {} }, strict).parameters).toEqual(strict);
});
