import { expect, test } from 'vitest';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import { openResults } from '../../src/store/open-results.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';
import { MAIN } from '../fixtures/run-assay.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { onTerminal } from '../fixtures/terminal.ts';

const plan = smallPlan();
const [passed, failed] = ['task:greet:baseline:1', 'task:greet:with-skill:1'];

function failedRecord(): TrialRecord {
  const record = measured(plan, failed);
  const detail = 'out.txt: there is no such file in the workspace.';
  const verdict = { title: 'the greeting is there', passed: false, detail, difference: null };
  return record.result.status === 'faulted'
    ? record
    : { ...record, result: { ...record.result, graderVerdicts: [verdict] } };
}

test('show keeps its ids and sentences intact on a terminal of 60 columns', async () => {
  const results = temporaryFolder();
  {
    await using store = await openResults(results, 'writing');
    await store.createRun(plan);
    await store.saveTrial(measured(plan, passed));
    await store.saveTrial(failedRecord());
  }
  const assay = `${process.execPath} ${MAIN} show ${plan.runId} --results ${results}`;
  const { screen } = await onTerminal(assay, { NO_COLOR: '1' }, 60).ended();
  await expect(`${screen.join('\n')}\n`).toMatchFileSnapshot('golden/show-narrow.txt');
});
