import { expect, test } from 'vitest';
import { canonicalJson } from '../../src/base/digest.ts';
import { Evidence } from '../../src/contracts/evidence.ts';
import { RunPlan } from '../../src/contracts/plan.ts';
import { NO_EVENTS } from '../../src/contracts/process-event.ts';
import { readStored, withFormat } from '../../src/store/stored-format.ts';
import { evidenceOf } from '../fixtures/evidence-of.ts';
import { smallPlan } from '../fixtures/plan.ts';

const plan = smallPlan();

function read(document: object) {
  return readStored('plan', RunPlan, { text: canonicalJson(document), what: 'plan of run 1' });
}

test('a stored document names its format and is read back unchanged', () => {
  const stored = withFormat('plan', plan);
  expect(stored).toMatchObject({ format: 'assay/plan@2', runId: plan.runId });
  expect(read(stored)).toEqual(plan);
});

test('a document from before formats were recorded can be read', () => {
  expect(read(plan)).toEqual(plan);
});

test.each([
  ['a newer format', 'assay/plan@3'],
  ['the format of another kind of document', 'assay/evidence@1'],
  ['no format at all', 7],
])('a document with %s is refused with an error that names the format', (_what, format) => {
  expect(() => read({ ...plan, format })).toThrow(
    `The plan of run 1 cannot be read: its format is ${JSON.stringify(format)}, and this Assay reads up to assay/plan@2.`,
  );
});

test('limits from before they were named like budgets are read under their new names', () => {
  const before = JSON.stringify(plan, (key, value) => {
    if (key !== 'limits') return value;
    const { maxSeconds, maxRequests, ...others } = value;
    return { ...others, timeoutSeconds: maxSeconds, maxTurns: maxRequests };
  });
  const text = canonicalJson({ ...JSON.parse(before), format: 'assay/plan@1' });
  expect(text).toContain('"maxTurns"');
  expect(readStored('plan', RunPlan, { text, what: 'plan of run 1' })).toEqual(plan);
});

test('an event from before cuts were marked in its text alone is read without the former mark', () => {
  const result = { kind: 'tool-result', atMs: 0, id: '1', output: 'x', isError: false };
  const before = { ...evidenceOf({}), transcript: { events: [{ ...result, truncated: true }] } };
  const text = canonicalJson({ ...before, format: 'assay/evidence@1' });
  const read = readStored('evidence', Evidence, { text, what: 'evidence of a trial' });
  expect(read.transcript.events).toEqual([result]);
  expect(withFormat('evidence', read)).toMatchObject({ format: 'assay/evidence@5' });
});

test('the start of a program from before it had all of its files is read as the start of the one that it had', () => {
  const start = { kind: 'exec', pid: 1, program: './x', argv: ['x'], isCut: false, error: null };
  const opening = { kind: 'open', pid: 1, path: '/a', error: null };
  const processes = {
    ...NO_EVENTS,
    events: [start, { ...start, file: null }, { ...start, file: '/a' }, opening],
  };
  const text = canonicalJson({ ...evidenceOf({}), processes, format: 'assay/evidence@2' });
  const read = readStored('evidence', Evidence, { text, what: 'evidence of a trial' });
  expect(read.processes?.events).toEqual([
    { ...start, files: ['./x'] },
    { ...start, files: ['./x'] },
    { ...start, files: ['/a'] },
    opening,
  ]);
  const unwatched = canonicalJson({ ...evidenceOf({}), processes: null, format: 'assay/evidence@2' });
  expect(readStored('evidence', Evidence, { text: unwatched, what: 'evidence' }).processes).toBeNull();
});

test('a stored value that is not a document is an error', () => {
  expect(() => read([plan])).toThrow(/The plan of run 1 cannot be read: expected a mapping/);
});
