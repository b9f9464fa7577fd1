import { expect, test } from 'vitest';
import { failuresSection } from '../../../src/report/terminal/trials-sections.ts';
import { fixtureScorecard } from '../fixture-scorecard.ts';

const OPTIONS = { colour: false, columns: 400 };

/** The failures of the tasks if the first of them failed for this reason, with this detail. */
function shown(reason: string, detail: string): string {
  const verdict = { title: 'The rows are right.', passed: false, detail, difference: null };
  const tasks = fixtureScorecard.tasks.map((task) => ({
    ...task,
    pairs: task.pairs.map(({ baseline, ...pair }) => ({
      ...pair,
      baseline: baseline && { ...baseline, passed: false, reason, verdicts: [verdict] },
    })),
  }));
  return failuresSection({ ...fixtureScorecard, tasks }, OPTIONS).join('\n');
}

test('the terminal says which grader decided against a trial, and why', () => {
  expect(shown('wrong-answer', 'Row 3 is missing.\nIt was:\n1,2')).toContain(
    'wrong-answer\n      - The rows are right: Row 3 is missing.\n',
  );
});

test('a reason that says it already is not repeated, and a long one is cut', () => {
  expect(shown('Row 3 is missing.', 'Row 3 is missing.')).not.toContain('- The rows');
  expect(shown('wrong-answer', 'x'.repeat(301))).toContain(`: ${'x'.repeat(300)} …\n`);
});
