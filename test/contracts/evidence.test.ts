import { expect, test } from 'vitest';
import { Evidence } from '../../src/contracts/evidence.ts';
import { evidenceOf } from '../fixtures/evidence-of.ts';

test('evidence from before egress was recorded is still read, as of a trial that tried nothing', () => {
  const { egress: _none, ...before } = evidenceOf({});
  expect(Evidence.parse(before).egress).toEqual([]);
});

test('an older search can still be read, as one that did not see the bytes that were sent', () => {
  const before = { ...evidenceOf({}), canarySearch: { traces: [], unsearched: [] } };
  expect(Evidence.parse(before).canarySearch).toEqual({
    traces: [],
    unsearched: [],
    searchedBytes: 0,
    network: false,
  });
});
