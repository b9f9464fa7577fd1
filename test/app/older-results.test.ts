import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportRun } from '../../src/app/report-run.ts';
import { rescoreRun } from '../../src/app/rescore-run.ts';
import { listRuns, showRun } from '../../src/app/stored-runs.ts';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** Written by the last version that put no format into what it stored. */
const BEFORE_FORMATS = 'test/fixtures/results-before-formats';
const RUN = '20261119-055157-0b5c26';

function olderResults(): string {
  const folder = join(temporaryFolder(), 'results');
  cpSync(BEFORE_FORMATS, folder, { recursive: true });
  return folder;
}

const published = Scorecard.parse(
  JSON.parse(readFileSync(join(BEFORE_FORMATS, RUN, 'scorecard.json'), 'utf8')),
);

test('a run of an older version is listed with the status it ended with', async () => {
  expect(await listRuns(olderResults())).toMatchObject([
    { plan: { runId: RUN }, status: 'finished', recorded: 6, scorecard: { scores: published.scores } },
  ]);
});

test('a run of an older version is shown with its grades', async () => {
  const { scorecard, trials } = await showRun(olderResults(), RUN);
  expect(scorecard).toEqual(published);
  expect(trials).toHaveLength(6);
  expect(trials.filter(({ grade }) => grade.status === 'ungraded')).toEqual([]);
});

test.each(['terminal', 'json', 'html'])('a run of an older version is reported as %s', async (format) => {
  const { text, notice } = await reportRun(olderResults(), RUN, format, { colour: false, columns: 100 });
  expect(text).toContain(published.suite.id);
  expect(notice).toBeNull();
});

test('a run of an older version rescores to the same scorecard and matches its root digest', async () => {
  const options = { resultsDir: olderResults(), runId: RUN, overrides: {}, rootDigest: null };
  const { scorecard, differing, traffic, seal } = await rescoreRun(options);
  expect({ differing, traffic, seal }).toEqual({
    differing: [],
    // That version did not keep what the logs were searched for.
    traffic: {
      different: [],
      useFound: [],
      notKnown: expect.arrayContaining(['task:total-regions:baseline:1']),
    },
    seal: { rootDigest: published.rootDigest, differences: [] },
  });
  expect(scorecard).toEqual(published);
});
