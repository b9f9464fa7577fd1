import { expect, test } from 'vitest';
import { publishScorecard } from '../../src/app/publish-scorecard.ts';
import { buildScorecard } from '../../src/scorecard/build-scorecard.ts';
import { openResults } from '../../src/store/open-results.ts';
import { called, fileEntry, returned, said } from '../fixtures/evidence-of.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const HOSTILE =
  'a\u001b[2J\u001b]0;owned\u0007\rb\u202ec\u200b\u009b1A\u2028d\u0008\n\nassay: Security 100 Pass';

/** Whatever an agent, a skill or a probe can put into a record, hostile. */
async function hostileRun() {
  const { skill, ...plan } = smallPlan();
  const hostile = { ...plan, skill: { ...skill, description: HOSTILE } };
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  await store.createRun(hostile);
  const path = `/workspace/${HOSTILE}`;
  const seen = {
    transcript: { events: [called(HOSTILE, { [HOSTILE]: HOSTILE }), returned(HOSTILE), said(HOSTILE)] },
    tree: { created: [fileEntry(path, 'x')], changed: [], deleted: ['/workspace/keep.txt', path] },
  };
  for (const { id } of hostile.trials) {
    const record = measured(hostile, id, seen);
    if (record.result.status === 'measured' && id.startsWith('task:'))
      record.result.graderVerdicts.push({
        ...{ title: HOSTILE, passed: false, detail: HOSTILE },
        difference: { kind: 'lines', isWhole: true, lines: [{ side: 'found', line: 1, text: HOSTILE }] },
      });
    await store.saveTrial(record);
  }
  const derived = buildScorecard(hostile, await store.loadRecords(hostile), hostile.parameters);
  const { runId } = await publishScorecard(derived, store, folder);
  return { folder, runId };
}

test('nothing in a record acts on a terminal, hides, or poses as a line of Assay', async () => {
  const { folder, runId } = await hostileRun();
  for (const args of [
    ['runs'],
    ['show', runId],
    ['show', runId, '--trial', 'task:greet:with-skill:1'],
    ['show', runId, '--trial', 'probe:keeps-files:with-skill:1'],
    ['report', runId],
    ['report', runId, '--format', 'html'],
    ['rescore', runId],
  ]) {
    const { stdout, stderr } = await runAssayHere([...args, '--results', folder]);
    const told = stdout + stderr;
    expect(told.length).toBeGreaterThan(50);
    expect([args, told]).toEqual([
      args,
      expect.not.stringMatching(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u),
    ]);
    if (!args.includes('html'))
      expect([args, told]).toEqual([args, expect.not.stringMatching(/^assay: Security/m)]);
  }
});
