import { expect, test } from 'vitest';
import type { TranscriptEvent } from '../../../src/contracts/transcript.ts';
import { toolUseOf } from '../../../src/report/benchmark/tool-use.ts';
import { called, returned } from '../../fixtures/evidence-of.ts';
import { measured, smallPlan } from '../../fixtures/plan.ts';

function useIn(events: TranscriptEvent[]) {
  const [trial] = smallPlan().trials;
  if (trial === undefined) throw new Error('expected a trial');
  const record = measured(smallPlan(), trial.id, { transcript: { events } });
  return toolUseOf([record]).get(trial.id);
}

const FORMER: TranscriptEvent = {
  kind: 'tool-call',
  atMs: 0,
  id: 'call-0',
  tool: 'bash',
  input: {},
  onlyInHistory: true,
};
const FAILED: TranscriptEvent = { kind: 'tool-result', atMs: 0, id: 'call-1', output: 'no', isError: true };

test('calls of tools are counted, and those that came to an error', () => {
  expect(useIn([called('bash', {}), FAILED, called('bash', {}), returned('ok')])).toEqual({
    tool_calls: 2,
    errors: 1,
  });
});

test('where no error is marked, nothing is said of errors, and what is only in a history is no call', () => {
  expect(useIn([FORMER, returned('ok')])).toEqual({ tool_calls: 0 });
});
