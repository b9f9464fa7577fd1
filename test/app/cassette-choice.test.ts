import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareCassettes, requireRecorded } from '../../src/app/cassette-choice.ts';
import { RunBudget } from '../../src/contracts/budget.ts';
import type { PlannedTrial } from '../../src/contracts/plan.ts';
import { writeExchange } from '../../src/gateway/upstreams/cassette/cassette-file.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const head = { trial: 'task:greet:baseline:1', seed: '7' };

function fileIn(folder: string): string {
  writeFileSync(join(folder, 'file'), '');
  return join(folder, 'file');
}

function linkTo(target: string): string {
  const link = join(temporaryFolder(), 'link');
  symlinkSync(target, link);
  return link;
}

test.each([
  ['in /proc', () => '/proc/cassettes'],
  ['that accepts no files', () => '/proc/self'],
  ['that is a file', () => fileIn(temporaryFolder())],
  ['below a file', () => join(fileIn(temporaryFolder()), 'x')],
  ['that is a link', () => linkTo(temporaryFolder())],
])('a folder %s is refused before anything is recorded', (_, folderOf) => {
  const folder = folderOf();
  expect(() => prepareCassettes({ mode: 'record', folder }, 'new run')).toThrow(
    `Cassettes cannot be written to ${folder}: `,
  );
});

test('a missing folder is created, with its parents, and left empty', () => {
  const folder = join(temporaryFolder(), 'a', 'b');
  prepareCassettes({ mode: 'record', folder }, 'new run');
  expect(readdirSync(folder)).toEqual([]);
});

test('a new run may not record over the cassettes of another run, but a resumed run may continue its own', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'notes'));
  prepareCassettes({ mode: 'record', folder }, 'new run');
  const exchange = {
    wire: 'w',
    method: 'GET' as const,
    path: '/',
    request: null,
    atMs: 0,
    latencyMs: 0,
    answer: null,
  };
  writeExchange({ folder, ...head }, exchange, { isFirst: true });
  expect(() => prepareCassettes({ mode: 'record', folder }, 'new run')).toThrow(/cassettes of another run/);
  prepareCassettes({ mode: 'record', folder }, 'resumed run');
});

test('nothing has to be prepared when nothing is recorded', () => {
  prepareCassettes(null, 'new run');
  prepareCassettes({ mode: 'replay', folder: '/proc/cassettes' }, 'new run');
});

test('a replay needs a cassette for every trial, unless a budget may have ended the recording', () => {
  const folder = temporaryFolder();
  const replay = smallPlan({ cassettes: { mode: 'replay', folder } });
  expect(() => requireRecorded(replay)).toThrow(/nothing recorded of \S+:1 in .*budget/);
  requireRecorded({ ...replay, budget: RunBudget.parse({ maxRequests: 5 }) });
  const fileOf = ({ id }: PlannedTrial) => join(folder, `${id.replaceAll(':', '_')}.yaml`);
  for (const trial of replay.trials)
    writeFileSync(fileOf(trial), `version: 1\ntrial: ${trial.id}\nseed: "7"\n`);
  requireRecorded(replay);
});

test('a cassette that cannot be read is an error before anything is replayed, whatever the budget is', () => {
  const folder = temporaryFolder();
  const replay = smallPlan({
    cassettes: { mode: 'replay', folder },
    budget: RunBudget.parse({ maxRequests: 5 }),
  });
  const [first] = replay.trials;
  writeFileSync(join(folder, `${first?.id.replaceAll(':', '_')}.yaml`), 'version: 2\n');
  expect(() => requireRecorded(replay)).toThrow(/\.yaml:1:10: "version"/);
});
