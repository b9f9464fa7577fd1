import { expect, test } from 'vitest';
import { Evidence } from '../../src/contracts/evidence.ts';
import { evidenceOf } from '../fixtures/evidence-of.ts';

test('evidence from before egress was recorded can still be read, without any egress', () => {
  const { egress: _none, ...before } = evidenceOf({});
  expect(Evidence.parse(before).egress).toEqual([]);
});

test('an older search can still be read, as one that did not cover the sent bytes', () => {
  const before = { ...evidenceOf({}), canarySearch: { traces: [], unsearched: [] } };
  expect(Evidence.parse(before).canarySearch).toEqual({
    traces: [],
    unsearched: [],
    searchedBytes: 0,
    network: false,
  });
});
