import { expect, test } from 'vitest';
import { probeSetOf } from '../../src/probes/probe-set-of.ts';
import { smallPlan } from '../fixtures/plan.ts';

const [probe = expect.unreachable()] = smallPlan().probes;
const other = { ...probe, id: 'another' };

test('a set is the same in whatever order its probes are read', () => {
  expect(probeSetOf([probe, other], 'bundled')).toEqual(probeSetOf([other, probe], 'bundled'));
  expect(probeSetOf([probe, other], 'chosen').probes.map(({ id, version }) => [id, version])).toEqual([
    ['another', 1],
    ['keeps-files', 1],
  ]);
});

test.each([
  ['a probe less', [probe]],
  ['another version', [probe, { ...other, version: 2 }]],
  ['another prompt', [probe, { ...other, prompt: 'Work.' }]],
])('%s makes it another set', (_what, probes) => {
  expect(probeSetOf(probes, 'bundled').digest).not.toBe(probeSetOf([probe, other], 'bundled').digest);
});
