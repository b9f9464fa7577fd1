import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { ticketSuite } from '../fixtures/ticket-suite.ts';

test('an API agent uses servers in the network, servers of the skill and the tools of its manifest', async () => {
  const folder = temporaryFolder();
  const env = { ASSAY_RESULTS: join(folder, 'results'), ASSAY_STATE_DIR: join(folder, 'state') };
  const ended = await runAssayHere(['run', ticketSuite(folder), '--no-probes', '--json'], { env });
  expect(ended).toMatchObject({ status: 0 });
  const card = Scorecard.parse(JSON.parse(ended.stdout));
  const pair = card.tasks[0]?.pairs[0];
  expect(pair).toMatchObject({ baseline: { passed: false }, withSkill: { passed: true }, invoked: true });
  expect(pair?.invocation).toMatch(/: mcp__ticket-desk__owner_line, a tool of the skill$/);
  expect(card.suite.mcp).toEqual([
    { name: 'tickets', arm: 'both' },
    { name: 'owners', arm: 'with-skill' },
    { name: 'ticket-desk', arm: 'with-skill' },
  ]);
  const heard = async (arm: string) =>
    (await runAssayHere(['show', card.runId, '--trial', `task:first-open:${arm}:1`], { env })).stdout;
  expect(await heard('baseline')).toContain('T-17 and T-23 are open.');
  expect(await heard('with-skill')).toContain('T-17 belongs to Ada.');
});
