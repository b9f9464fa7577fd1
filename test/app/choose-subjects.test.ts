import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadBenchmark } from '../../src/app/benchmark.ts';
import { chooseSubjects, requireKnown } from '../../src/app/choose-subjects.ts';
import { machinesFor } from '../../src/app/machines-for.ts';
import { planRun } from '../../src/app/plan-run.ts';
import { checkSkill } from '../../src/checks/check-skill.ts';
import { DEFAULT_PARAMETERS } from '../../src/contracts/parameters.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { openResults } from '../../src/store/open-results.ts';
import { readProbes } from '../../src/suites/read-probes.ts';
import { readSuite } from '../../src/suites/read-suite.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const suite = await readSuite('tasks/csv-tidy');
const probes = await readProbes('probes');
const offered = { all: probes, quick: probes.slice(0, 1) };
const IDS = probes.map(({ probe }) => probe.id);
const NOTHING = { tasks: [], probes: [], arms: [] };

test('without a choice everything is run, and the digest covers the whole suite', () => {
  expect(chooseSubjects(suite, offered, {})).toEqual({
    ...{ suite, probes, setName: 'bundled', leftOut: NOTHING },
  });
});

test('what was not chosen is listed by name as left out', () => {
  const chosen = chooseSubjects(suite, offered, { tasks: ['merge-months'], probes: [], arm: 'baseline' });
  expect(chosen.suite.tasks.map(({ task }) => task.id)).toEqual(['merge-months']);
  expect(chosen.probes).toEqual([]);
  expect(chosen.setName).toBe('chosen');
  expect(chosen.leftOut).toEqual({
    tasks: ['refuse-ragged', 'tidy-contacts', 'total-regions'],
    probes: probes.map(({ probe: { id, group } }) => ({ id, group })),
    arms: ['with-skill'],
  });
});

test('the quick set is a set of its own, and nothing of it is left out', () => {
  const { probes: chosen, setName, leftOut } = chooseSubjects(suite, offered, { probes: 'quick' });
  expect(chosen).toEqual(probes.slice(0, 1));
  expect({ setName, leftOut }).toEqual({ setName: 'quick', leftOut: NOTHING });
});

test('the digest of a suite covers only its chosen tasks, so changes to others do not matter', () => {
  const digestOf = (tasks: typeof suite.tasks) =>
    chooseSubjects({ ...suite, tasks }, offered, { tasks: ['merge-months'] }).suite.digest;
  const changed = (id: string) =>
    suite.tasks.map((files) => (files.task.id === id ? { ...files, workspace: [] } : files));
  const whole = digestOf(suite.tasks);
  expect(digestOf(changed('tidy-contacts'))).toBe(whole);
  expect(digestOf(changed('merge-months'))).not.toBe(whole);
});

test.each([
  [
    { tasks: ['merge-month'] },
    /no task of the suite "csv-tidy" called "merge-month"\. Available: merge-months,/,
  ],
  [{ tasks: ['merge-months', 'x'] }, /called "x"/],
  [{ probes: ['x'] }, `no probe called "x". Available: ${IDS.toSorted().join(', ')}.`],
])('an unknown id is refused with a list of the known ones', (choice, message) => {
  expect(() => requireKnown(choice, chooseSubjects(suite, offered, choice))).toThrow(message);
});

/** A run as an Assay with fewer probes left it: planned with two of those there are now, and interrupted. */
async function plannedWithFewerProbes(folder: string): Promise<string> {
  const ids = ['works-without-sudo', 'report-keeps-keys-out'];
  const benchmark = await loadBenchmark(greeterSuite(folder), { choice: { probes: ids } });
  await using engine = await openSession(join(folder, 'state'));
  const plan = planRun({
    agent: { image: null },
    benchmark: { ...benchmark, setName: 'bundled', leftOut: NOTHING },
    checked: checkSkill(benchmark.skill),
    setup: { agent: 'api-anthropic', agentVersion: '2', model: 'scripted', simulated: true },
    ...{ parameters: DEFAULT_PARAMETERS, cassettes: null, prices: [], repeats: 1, concurrency: 2, seed: '7' },
    ...{ budget: {}, runtime: null, judge: null },
    images: { imageDigest: await engine.imageDigest(), taskImages: {} },
    ...{ machines: machinesFor(benchmark, null), suiteCheck: null, allowedSecrets: [] },
    createdAt: new Date('2026-01-02T03:04:05Z'),
  });
  await using store = await openResults(join(folder, 'results'), 'writing');
  await store.createRun(plan);
  return plan.runId;
}

test('a probe that was added after a run was planned does not keep the run from being finished', async () => {
  const folder = temporaryFolder();
  const run = await plannedWithFewerProbes(folder);
  const env = { ASSAY_RESULTS: join(folder, 'results'), ASSAY_STATE_DIR: join(folder, 'state') };
  const ended = await runAssayHere(['run', '--resume', run, '--json'], { env });
  expect(ended.stderr).not.toContain('changed since');
  const card = JSON.parse(ended.stdout);
  expect(card.trials).toEqual({ planned: 6, graded: 6, ungraded: 0, missing: 0 });
  expect(card.scores.groups.abnormal_behavior_control.score).toBeNull();
});
