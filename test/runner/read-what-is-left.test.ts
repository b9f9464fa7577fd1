import { expect, test } from 'vitest';
import { AssayError } from '../../src/base/assay-error.ts';
import { NO_EVENTS, type ProcessRecord } from '../../src/contracts/process-event.ts';
import { Losses } from '../../src/runner/losses.ts';
import { readWhatIsLeft } from '../../src/runner/read-what-is-left.ts';
import type { Channel } from '../../src/sandbox/sandbox.ts';
import { localEngine } from '../fakes/local-sandbox.ts';

const LOST = new AssayError('SANDBOX_FAILED', 'More was written than is kept.');
const NOTHING = { entries: [], contents: new Map(), attributes: new Map(), isComplete: true, absent: [] };
const PLACES = { before: NOTHING, roots: [], watched: [], named: [] };

test('what was seen before a flood counts, and what the flood removed is a loss', async () => {
  await using sandbox = await localEngine().create({ purpose: 'test', mounts: [], files: [], env: {} });
  const arrived: ProcessRecord = {
    ...NO_EVENTS,
    events: [{ kind: 'open', pid: 1, path: '/secret', error: null }],
    ...{ complete: false, gaps: ['it was not read to its end'] },
  };
  sandbox.processes = async (of) => {
    if (of === 'ended') return arrived;
    throw LOST;
  };
  const channel: Channel = { drain: () => Promise.reject(LOST), received: () => ['sudo\t1\tid', 'noise'] };
  const losses = new Losses({ isSound: async () => true });
  const { left } = await readWhatIsLeft({ sandbox, channel }, PLACES, losses);
  expect(left.processes).toEqual(arrived);
  expect(left.decoyCalls).toContainEqual({ command: 'sudo', exitCode: 1, args: 'id' });
  expect(losses.all.map(({ part }) => part)).toEqual(['processes', 'decoys']);
});

test('nothing that was not monitored counts as lost', async () => {
  await using sandbox = await localEngine().create({ purpose: 'test', mounts: [], files: [], env: {} });
  const losses = new Losses({ isSound: async () => true });
  const { left } = await readWhatIsLeft({ sandbox, channel: null }, PLACES, losses);
  expect(left).toMatchObject({ processes: null, decoyCalls: [] });
  expect(losses.all).toEqual([]);
});
