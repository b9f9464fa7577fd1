import { expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { runEnvironment } from '../fixtures/run-environment.ts';
import { talkSuite } from '../fixtures/talk-suite.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('a suite whose user answers is proven, run in both arms, shown and scored again', async () => {
  const env = runEnvironment();
  const suite = talkSuite(temporaryFolder());
  const ended = await runAssayHere(['run', suite, '--no-probes', '--json'], { env });
  expect(ended).toMatchObject({ status: 0 });
  const card = Scorecard.parse(JSON.parse(ended.stdout));
  expect(card.scores.utility).toBe(100);
  const shown = async (arm: string) =>
    (await runAssayHere(['show', card.runId, '--trial', `task:total:${arm}:1`], { env })).stdout;
  expect(await shown('with-skill')).toMatch(
    /user · [^\n]+\n +Add up.*Which region.*user · [^\n]+\n +The eastern one\..*is 30\..*user · [^\n]+\n +One more.*It is 35\./s,
  );
  expect(await shown('baseline')).toMatch(
    /The total is 37\..*user · [^\n]+\n +One more order.*The total is 42\./s,
  );
  expect(await shown('baseline')).not.toContain('The eastern one.');
  expect(await shown('baseline')).toMatch(/passed: Nothing but the total was written/);
  const rescored = await runAssayHere(['rescore', card.runId], { env });
  expect(rescored).toMatchObject({ status: 0, stderr: expect.stringContaining('equals the published one') });
  expect(rescored.stderr).not.toContain('model traffic');
});
