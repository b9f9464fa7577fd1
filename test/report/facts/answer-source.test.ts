import { expect, test } from 'vitest';
import { sourceMark, sourceNotices } from '../../../src/report/facts/answer-source.ts';
import { reportFormats } from '../../../src/report/report-formats.ts';
import { fixtureScorecard, unmeasuredScorecard } from '../fixture-scorecard.ts';

const PLAIN = { colour: false, columns: 200 };
const replayed = { ...fixtureScorecard, replayed: true };

test.each([
  [fixtureScorecard, 0, ''],
  [replayed, 1, ' (replayed)'],
  [unmeasuredScorecard, 1, ' (simulated)'],
  [{ ...unmeasuredScorecard, replayed: true }, 2, ' (simulated, replayed)'],
])('answers that came from no model are marked as such', (card, notices, mark) => {
  const source = { simulated: card.setup.simulated, replayed: card.replayed };
  expect(sourceNotices(source)).toHaveLength(notices);
  expect(sourceMark(source)).toBe(mark);
});

test.each(reportFormats)('the $name report marks replayed answers, and only those', ({ render }) => {
  const words = /"replayed": true|replayed from a recording/i;
  expect(render(replayed, PLAIN)).toMatch(words);
  expect(render(fixtureScorecard, PLAIN)).not.toMatch(words);
});
