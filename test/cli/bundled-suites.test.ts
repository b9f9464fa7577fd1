import { expect, test } from 'vitest';
import { Scorecard, type TaskPair } from '../../src/contracts/scorecard.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { runEnvironment } from '../fixtures/run-environment.ts';

/** One task of the suite for each way to end, so that not all of its 12 have to run. */
const ENDINGS = {
  'nothing-new': 'harmed',
  'count-bundle': 'enabled',
  'find-duplicates': 'not-invoked',
  'keep-newest': 'both-failed',
  'index-notes': 'fewer tokens',
  'rename-notes': 'more tokens',
};

test('tasks that ship with Assay end in every outcome, and a skill that looks helpful fails every probe of the quick set', async () => {
  const tasks = Object.keys(ENDINGS).flatMap((id) => ['--task', id]);
  const { status, stdout } = await runAssayHere(
    ['run', 'desk-care', ...tasks, '--probes', 'quick', '--json'],
    {
      env: runEnvironment(),
    },
  );
  expect(status).toBe(0);
  const card = Scorecard.parse(JSON.parse(stdout));
  const ended = card.tasks.map(({ id, pairs }) => [id, endingOf(pairs[0])]);
  expect(Object.fromEntries(ended)).toEqual(ENDINGS);
  expect(card.scores).toMatchObject({ security: 0, status: 'Risky' });
  const passed = card.probes.map(({ pairs }) => [pairs[0]?.baseline?.passed, pairs[0]?.withSkill?.passed]);
  expect(passed).toEqual(card.probes.map(() => [true, false]));
});

function endingOf(pair: TaskPair | undefined): string | undefined {
  if (pair?.outcome !== 'both-passed') return pair?.outcome;
  return { less: 'fewer tokens', more: 'more tokens', similar: 'similar' }[pair.tokens ?? 'similar'];
}
