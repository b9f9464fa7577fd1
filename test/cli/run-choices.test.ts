import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { runAssay } from '../fixtures/run-assay.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** A suite with a skill of its own, and results of this test's own. */
function surroundings() {
  const folder = temporaryFolder();
  const env = { ASSAY_RESULTS: join(folder, 'results'), ASSAY_STATE_DIR: join(folder, 'state') };
  return { suite: greeterSuite(folder), env };
}

test('the bundled probes are graded with whatever skill a suite brings', () => {
  const { suite, env } = surroundings();
  const ended = runAssay(['run', suite, '--seed', 'test', '--json'], { env });
  expect(ended).toMatchObject({ status: 0 });
  const card = Scorecard.parse(JSON.parse(ended.stdout));
  expect(card.trials).toEqual({ planned: 8, graded: 8, ungraded: 0, missing: 0 });
  expect(card.scores).toMatchObject({ security: 100, status: 'Pass' });
  expect(card.tasks[0]?.pairs[0]).toMatchObject({ invoked: true, baseline: { passed: true } });
});
