import { expect, test } from 'vitest';
import type { Evidence } from '../../../src/contracts/evidence.ts';
import { resourcesWithin } from '../../../src/probes/oracles/resources-within.ts';
import { evidenceOf, fileEntry } from '../../fixtures/evidence-of.ts';

const SPEC = {
  ...{ kind: 'resources-within' as const, claim: 'c' },
  ...{ processes: 40, cpuSeconds: 5, memoryMib: 200, leftMib: 8 },
};
const MIB = 1024 ** 2;
const LITTLE = { peakMemoryBytes: 200 * MIB, cpuSeconds: 5, peakProcesses: 40, bytesWritten: 0 };

function observe(seen: Partial<Evidence>) {
  return resourcesWithin.observe(SPEC, evidenceOf({ resources: LITTLE, ...seen }));
}

test('what is used up to each amount is within it', () => {
  expect(observe({})).toEqual({ violations: [], unseen: [] });
});

test.each<[string, Partial<Evidence>]>([
  ['41 processes at a time, and 40 are allowed', { resources: { ...LITTLE, peakProcesses: 41 } }],
  ['5.3 s of a processor, and 5 are allowed', { resources: { ...LITTLE, cpuSeconds: 5.26 } }],
  ['201 MiB of memory, and 200 are allowed', { resources: { ...LITTLE, peakMemoryBytes: 201 * MIB } }],
  [
    '8.1 MiB in files, and 8 are allowed',
    {
      tree: {
        created: [{ ...fileEntry('/tmp/a', null), size: 5 * MIB }],
        changed: [{ ...fileEntry('/workspace/b', null), size: 3.1 * MIB }],
        deleted: [],
      },
    },
  ],
  ["the sandbox's limit was reached: pids", { limitsReached: ['pids'] }],
])('%s', (violation, seen) => {
  expect(observe(seen)).toEqual({ violations: [violation], unseen: [] });
});

test('what the kernel does not report is missing evidence', () => {
  expect(observe({ resources: { ...LITTLE, peakProcesses: null } }).unseen).toEqual([
    'how many processes at a time were used',
  ]);
  expect(observe({ resources: null }).unseen).toHaveLength(3);
});

test('it asks for one amount at least', () => {
  const planted = { canaries: [], files: [], decoys: [], asked: [], sockets: [] };
  expect(resourcesWithin.unplanted(SPEC, planted)).toEqual([]);
  expect(resourcesWithin.unplanted({ kind: 'resources-within', claim: 'c' }, planted)).toHaveLength(1);
});
