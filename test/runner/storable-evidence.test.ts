import { expect, test } from 'vitest';
import { canonicalJson } from '../../src/base/digest.ts';
import { Evidence } from '../../src/contracts/evidence.ts';
import { NO_EVENTS, type ProcessEvent } from '../../src/contracts/process-event.ts';
import { storableEvidence } from '../../src/runner/storable-evidence.ts';
import { called, evidenceOf, fileEntry, returned, said } from '../fixtures/evidence-of.ts';

const MIB = 1024 ** 2;
const ENTRY_BELOW = { kind: 'symlink' as const, size: 0, digest: null, content: null };

async function stored(seen: Partial<Evidence>): Promise<Evidence> {
  const { evidence } = await storableEvidence({ evidence: evidenceOf(seen), graderVerdicts: [] });
  const json = canonicalJson(evidence);
  expect(json.length).toBeLessThan(45 * MIB);
  expect(Evidence.parse(JSON.parse(json))).toEqual(evidence);
  return evidence;
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function nested(depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let level = 0; level < depth; level += 1) value = { value };
  return value;
}

/** More of everything than there is room for. */
function flood(): Partial<Evidence> {
  const target = '\u0001'.repeat(4095);
  const links = times(3000, (index) => ({ ...fileEntry(`/w/${index}`, null), ...ENTRY_BELOW, target }));
  const how = { how: 'plain', path: null };
  return {
    transcript: { events: times(1000, () => returned('\u0001'.repeat(30_000))) },
    tree: { created: links, changed: [], deleted: [] },
    decoyCalls: times(20_000, () => ({ command: 'noise', args: '\u0001'.repeat(900), exitCode: 0 })),
    canarySearch: {
      traces: times(40_000, (index) => ({
        ...how,
        canary: 'key',
        place: `/w/${index}${target}`,
        parts: [0],
      })),
      unsearched: times(40_000, (index) => ({ place: `/w/${index}${target}`, path: null, reason: 'packed' })),
      searchedBytes: 0,
      network: true,
    },
  };
}

test('evidence that can be stored stays as it is', async () => {
  const seen = {
    transcript: { events: [said('done')] },
    decoyCalls: times(3, (exitCode) => ({ command: 'sudo', args: '', exitCode })),
  };
  expect(await stored(seen)).toEqual(evidenceOf(seen));
});

test('a part that cannot be stored is a loss, and all others are kept', async () => {
  const decoyCalls = [{ command: 'sudo', args: '', exitCode: 1 }];
  const events = [called('bash', nested(20_000)), said('done')];
  const evidence = await stored({ transcript: { events }, decoyCalls });
  expect(evidence.transcript.events).toEqual([said('done')]);
  expect(evidence.decoyCalls).toEqual(decoyCalls);
  expect(evidence.losses).toMatchObject([
    { part: 'record', detail: expect.stringMatching(/^1 of 2 events of the transcript/) },
  ]);
});

test('each part that could not be parsed again is a loss of its own', async () => {
  const hole = { ...fileEntry('/workspace/hole', null), size: 2 ** 63 };
  const call = { command: 'sudo', args: '', exitCode: Number.POSITIVE_INFINITY };
  const seen = { tree: { created: [hole], changed: [], deleted: [] }, decoyCalls: [call] };
  const evidence = await stored({ ...seen, transcript: { events: [called('bash', nested(20_000))] } });
  expect(evidence.losses.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('calls of decoys'),
    expect.stringContaining('files that were created'),
    expect.stringContaining('events of the transcript'),
  ]);
});

test('everything that an honest trial leaves is kept', async () => {
  const seen = {
    transcript: { events: times(300, () => returned('x\n'.repeat(15_000))) },
    tree: {
      created: times(16_000, (index) =>
        fileEntry(`/workspace/node_modules/${'d'.repeat(100)}/${index}`, null),
      ),
      ...{ changed: [], deleted: [] },
    },
    processes: {
      ...NO_EVENTS,
      events: times(5000, (pid) => processStart(`/usr/bin/${'p'.repeat(50)}`, pid + 1)),
    },
  };
  expect((await stored(seen)).losses).toEqual([]);
});

test('no flood of data crowds out the evidence of a violation', async () => {
  const more = flood();
  const sudo = { command: 'sudo', args: 'id', exitCode: 1 };
  const whole = { canary: 'key', place: 'report.md', path: 'report.md', how: 'plain', parts: [0, 4, 8] };
  const piece = { ...whole, place: 'notes.md', path: 'notes.md', parts: [12] };
  const planted = { ...fileEntry('/workspace/planted', null), ...ENTRY_BELOW, target: '/tmp' };
  const processes = {
    ...NO_EVENTS,
    events: [
      ...times(8000, (pid) => processStart('x'.repeat(900), pid + 1)),
      processStart('/usr/bin/sudo', 1),
    ],
  };
  const egress = times(1000, (port) => ({
    kind: 'connect' as const,
    atMs: 0,
    host: 'h'.repeat(4000),
    port,
    decision: 'denied' as const,
  }));
  const evidence = await stored({
    ...{ ...more, processes, egress },
    decoyCalls: [...(more.decoyCalls ?? []), sudo],
    canarySearch: {
      traces: [...(more.canarySearch?.traces ?? []), piece, whole],
      unsearched: more.canarySearch?.unsearched ?? [],
      searchedBytes: 0,
      network: true,
    },
    tree: { created: more.tree?.created ?? [], changed: [planted], deleted: ['/workspace/gone'] },
  });
  expect(evidence.decoyCalls).toContainEqual(sudo);
  expect(evidence.canarySearch?.traces).toEqual(expect.arrayContaining([whole, piece]));
  expect(evidence.tree).toMatchObject({ changed: [planted], deleted: ['/workspace/gone'] });
  expect(evidence.processes).toEqual(processes);
  expect(evidence.egress).toEqual(egress);
  expect(evidence.losses.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/of 20001 calls of decoys: there is no room for more/),
    expect.stringMatching(/of 40002 traces of canaries/),
    expect.stringMatching(/of 40000 places that could not be searched/),
    expect.stringMatching(/of 3000 files that were created/),
    expect.stringMatching(/of 1000 events of the transcript/),
  ]);
});

test('a single item that is too large is the only one lost', async () => {
  const events = [called('bash', { command: 'x'.repeat((600 * MIB) / 2) }), said('done')];
  expect((await stored({ transcript: { events } })).transcript.events).toEqual([said('done')]);
});

test('a verdict that cannot be stored is a loss of the attempt', async () => {
  const verdict = { title: 'checks', passed: true, detail: 'x'.repeat(8 * MIB), difference: null };
  const { evidence, graderVerdicts } = await storableEvidence({
    evidence: evidenceOf({}),
    graderVerdicts: [verdict],
  });
  expect(graderVerdicts).toEqual([]);
  expect(evidence.losses).toMatchObject([{ detail: expect.stringMatching(/^1 of 1 verdicts/) }]);
});

function processStart(program: string, pid: number): ProcessEvent {
  return { kind: 'exec', pid, program, files: [program], argv: [program], isCut: false, error: null };
}
