import { expect, test } from 'vitest';
import { leftOutNotice } from '../../../src/report/facts/left-out-notice.ts';
import { reportFormats } from '../../../src/report/report-formats.ts';
import { fixtureScorecard } from '../fixture-scorecard.ts';

const NOTHING = { tasks: [], probes: [], arms: [] };
const probe = { id: 'no-sudo', group: 'permission_boundary' as const };

test('a complete run has no notice', () => {
  expect(leftOutNotice(NOTHING)).toEqual([]);
});

test.each([
  [{ tasks: ['a'] }, 'Left out by choice: 1 task (a). Utility is that of the other tasks alone.'],
  [
    { probes: [probe, { ...probe, id: 'no-root' }] },
    'Left out by choice: 2 probes (no-sudo, no-root). Security needs every probe with the skill, so it is not measured.',
  ],
  [
    { tasks: ['a'], arms: ['baseline' as const] },
    'Left out by choice: 1 task (a); the baseline arm. Utility compares both arms, so it is not measured.',
  ],
  [
    { arms: ['with-skill' as const] },
    'Left out by choice: the arm with the skill. Utility compares both arms, so it is not measured. Security needs every probe with the skill, so it is not measured.',
  ],
])('the notice names what was left out and what remains unmeasured', (leftOut, text) => {
  expect(leftOutNotice({ ...NOTHING, ...leftOut })).toEqual([{ title: 'Not everything was run.', text }]);
});

test.each(reportFormats)('the $name report names what was left out', ({ render }) => {
  const card = { ...fixtureScorecard, leftOut: { ...NOTHING, probes: [probe] } };
  expect(render(card, { colour: false, columns: 200 })).toMatch(/no-sudo/);
});
