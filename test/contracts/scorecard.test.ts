import { expect, test } from 'vitest';
import { TaskPair } from '../../src/contracts/scorecard.ts';

test.each(['cheaper', 'equal', 'costlier'])(
  'an older scorecard that says "%s" can still be read',
  (outcome) => {
    const older = { repeat: 1, outcome, invoked: true, invocation: null, baseline: null, withSkill: null };
    expect(TaskPair.parse(older)).toMatchObject({ outcome: 'both-passed', tokens: null, time: null });
  },
);
