import { expect, test } from 'vitest';
import { renderScores } from '../../../src/report/terminal/render-scores.ts';
import { fixtureScorecard, unmeasuredScorecard } from '../fixture-scorecard.ts';

test('scores alone match their golden file', async () => {
  const report = renderScores(fixtureScorecard.scores, { colour: false, columns: 80 });
  await expect(report).toMatchFileSnapshot('../golden/scores.txt');
});

test('scores without any task are shown as not measured', () => {
  const report = renderScores({ ...unmeasuredScorecard.scores, tasks: [] }, { colour: false, columns: 80 });
  expect(report).toMatch(/Utility +not measured/);
  expect(report).not.toContain('Tasks');
});

test('an id from an evidence file is made printable', () => {
  const [task] = unmeasuredScorecard.scores.tasks;
  const tasks = task === undefined ? [] : [{ ...task, id: '\u001b[31mred\u0007' }];
  const report = renderScores({ ...unmeasuredScorecard.scores, tasks }, { colour: false, columns: 80 });
  expect(report).toContain('red');
  expect(report).not.toMatch(/(?!\n)\p{Cc}/u);
});
