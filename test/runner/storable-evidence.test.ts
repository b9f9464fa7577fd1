import { expect, test } from 'vitest';
import { canonicalJson } from '../../src/base/digest.ts';
import { Evidence } from '../../src/contracts/evidence.ts';
import { storableEvidence } from '../../src/runner/storable-evidence.ts';
import { evidenceOf, fileEntry, said } from '../fixtures/evidence-of.ts';

function nested(depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let level = 0; level < depth; level += 1) value = { value };
  return value;
}

test('evidence that can be stored stays as it is', () => {
  const evidence = evidenceOf({ transcript: { events: [said('done')] } });
  expect(storableEvidence(evidence)).toEqual(evidence);
});

test('a part that cannot be stored is a loss, and the others are kept', () => {
  const call = { kind: 'tool-call' as const, atMs: 0, id: '1', tool: 'bash', input: nested(20_000) };
  const decoyCalls = [{ command: 'sudo', args: '', exitCode: 1 }];
  const stored = storableEvidence(evidenceOf({ transcript: { events: [call] }, decoyCalls }));
  expect(stored.transcript.events).toEqual([]);
  expect(stored.decoyCalls).toEqual(decoyCalls);
  expect(stored.losses).toMatchObject([{ part: 'agent', detail: expect.stringContaining('transcript') }]);
});

test('a part that could be stored and not be read again is a loss', () => {
  const entry = { ...fileEntry('/workspace/hole', null), size: 2 ** 63 };
  const stored = storableEvidence(evidenceOf({ tree: { created: [entry], changed: [], deleted: [] } }));
  expect(stored.tree.created).toEqual([]);
  expect(stored.losses.map(({ part }) => part)).toEqual(['files']);
  expect(Evidence.parse(JSON.parse(canonicalJson(stored)))).toEqual(stored);
});
