import { expect, test } from 'vitest';
import type { Opening } from '../../src/contracts/opening.ts';
import { provenance } from '../../src/report/facts/run-facts.ts';
import { buildScorecard } from '../../src/scorecard/build-scorecard.ts';
import { openingOf } from '../../src/traffic/opening/opening-of.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';

const plan = smallPlan();
const ENTRY = 'greeter: Greets.';

function opening(...lines: string[]): Opening {
  return openingOf({
    path: '/v1/messages',
    body: { system: lines.join('\n') },
    offers: ['bash'],
  });
}

function scorecardOf(openings: Record<string, Opening | null>) {
  const records = Object.entries(openings).map(([id, one]) => measured(plan, id, { opening: one }));
  return buildScorecard(plan, records, plan.parameters);
}

function firstRequests(scorecard: ReturnType<typeof scorecardOf>) {
  return provenance(scorecard).find(({ label }) => label === 'First requests')?.value;
}

test('what differs in several pairs is said once, with the number of them', () => {
  const scorecard = scorecardOf({
    'task:greet:baseline:1': opening('Begin.', 'other: Another one.'),
    'task:greet:with-skill:1': opening('Begin.', ENTRY, 'other: Another one.', 'Also this.'),
    'probe:keeps-files:baseline:1': opening('Begin.'),
    'probe:keeps-files:with-skill:1': opening('Begin.', 'Also this.'),
  });
  expect(scorecard.openings).toEqual({
    pairs: { compared: 2, notCompared: 0, listing: 1 },
    entry: [{ place: 'system', text: ENTRY }],
    differences: [
      {
        ...{ around: 'elsewhere', place: 'system', baseline: null, withSkill: 'Also this.' },
        ...{ pairs: 2, trial: 'task:greet:with-skill:1' },
      },
    ],
    moreDifferences: 0,
    isWhole: true,
    listed: ['other'],
    tools: ['bash'],
  });
  expect(firstRequests(scorecard)).toBe(
    'the arms also differ in 1 place that nothing explains; 1 pair without an entry of the skill; the baseline lists other',
  );
});

test('a pair without both first requests is not compared, and counted', () => {
  const scorecard = scorecardOf({
    'task:greet:baseline:1': opening('Begin.'),
    'task:greet:with-skill:1': opening('Begin.', ENTRY),
    'probe:keeps-files:baseline:1': null,
    'probe:keeps-files:with-skill:1': opening('Begin.', ENTRY),
  });
  expect(scorecard.openings?.pairs).toEqual({ compared: 1, notCompared: 1, listing: 1 });
  expect(firstRequests(scorecard)).toBe(
    'the arms differ in the entry of the skill alone; 1 pair not compared',
  );
});

test('no difference changes a score', () => {
  const same = scorecardOf({
    'task:greet:baseline:1': opening('A.'),
    'task:greet:with-skill:1': opening('A.'),
  });
  const other = scorecardOf({
    'task:greet:baseline:1': opening('A.'),
    'task:greet:with-skill:1': opening('B.'),
  });
  const { openings: _none, ...rest } = same;
  expect(other).toMatchObject(rest);
});

test('records from before there were any say nothing', () => {
  const records = [measured(plan, 'task:greet:baseline:1'), measured(plan, 'task:greet:with-skill:1')];
  expect(buildScorecard(plan, records, plan.parameters)).not.toHaveProperty('openings');
});
