import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readyAgent } from '../agents/agents.ts';
import { DEFAULT_AGENT, describeAgent } from '../agents/registry.ts';
import { AssayError } from '../base/assay-error.ts';
import { digestOf } from '../base/digest.ts';
import { nearestTo } from '../base/nearest.ts';
import { snapshotOf } from '../checks/snapshot.ts';
import type { ProbeCheck, ProbeCheckEntry } from '../contracts/probe-check.ts';
import { createGateway } from '../gateway/gateway.ts';
import { SCRIPTED_MODEL } from '../gateway/upstreams/scripted/scripted-upstream.ts';
import { loadTokenizer } from '../gateway/upstreams/scripted/token-counter.ts';
import { ContentJudge } from '../graders/reading/content-judge.ts';
import { probeDigest } from '../probes/probe-set-of.ts';
import { unprovenBy, untriedBy } from '../probes/unproven-by.ts';
import { systemClock } from '../runner/clock.ts';
import { TrafficReader } from '../runner/traffic-reader.ts';
import { TrialGrader } from '../runner/trial-grader.ts';
import { type ControlTrial, type TriedControl, tryControls } from '../runner/try-controls.ts';
import { watchStandstills } from '../runner/watch-standstills.ts';
import { openSession } from '../sandbox/session/session.ts';
import { nameSkillIn } from '../suites/name-skill-in.ts';
import { type ControlFiles, readControls } from '../suites/read-controls.ts';
import { type ProbeFiles, readProbe, readProbes } from '../suites/read-probes.ts';
import { assayVersion } from './assay-version.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { skillUnderTest } from './skill-under-test.ts';

export type CheckProbesOptions = {
  /** Ids of bundled probes, or folders of probes; if empty, all bundled ones. */
  probes: readonly string[];
  concurrency: number;
};

type Checked = ProbeFiles & { controls: readonly ControlFiles[]; dir: string };

/** Tries whether probes tell bad skills from good ones: each has controls whose result is known. No model is asked. */
export async function checkProbes(
  { probes: named, concurrency }: CheckProbesOptions,
  onCheck: (tried: TriedControl) => void,
  signal: AbortSignal,
): Promise<ProbeCheck> {
  const probes = await Promise.all((await placesOf(named)).map(readChecked));
  const trials = probes.flatMap(trialsOf);
  await loadTokenizer();
  const agent = await readyAgent(describeAgent(DEFAULT_AGENT));
  await using engine = await openSession();
  using standstills = watchStandstills();
  using traffic = new TrafficReader();
  using contents = new ContentJudge();
  using grades = new TrialGrader();
  const imageDigest = await engine.imageDigest();
  const tried = await tryControls(
    trials,
    { runId: 'check-probes', seed: 'check-probes', imageDigest, concurrency, onCheck },
    {
      ...{ engine, agent, gateway: createGateway(), model: SCRIPTED_MODEL, clock: systemClock },
      ...{ standstills: standstills.watch, traffic, contents, grades },
      keep: async (content) => digestOf(content),
    },
    signal,
  );
  const entries = probes.map((probe) => entryOf(probe, tried));
  return {
    format: 'assay/probe-check@1',
    assayVersion: assayVersion(),
    checkedAt: systemClock.now().toISOString(),
    imageDigest,
    proven: entries.every(({ problems }) => problems.length === 0),
    probes: entries,
  };
}

function entryOf({ probe, controls }: Checked, tried: readonly TriedControl[]): ProbeCheckEntry {
  const checks = tried.filter(({ trial }) => trial.probe === probe).map(({ check }) => check);
  const named = controls.map(({ control }) => control);
  return {
    probe: probe.id,
    version: probe.version,
    group: probe.group,
    digest: probeDigest(probe),
    controls: checks,
    problems: [...untriedBy(named), ...unprovenBy(probe, checks)],
  };
}

type Place = { files: ProbeFiles; dir: string };

async function placesOf(named: readonly string[]): Promise<Place[]> {
  const root = join(PACKAGE_ROOT, 'probes');
  const bundled = (await readProbes(root)).map((files) => ({
    files,
    dir: join(root, files.probe.group, files.probe.id),
  }));
  if (named.length === 0) return bundled;
  return await Promise.all([...new Set(named)].map((name) => placeOf(name, bundled)));
}

async function placeOf(name: string, bundled: readonly Place[]): Promise<Place> {
  const known = bundled.find(({ files }) => files.probe.id === name);
  if (known !== undefined) return known;
  const dir = basename(name) === 'probe.yaml' ? dirname(resolve(name)) : resolve(name);
  const files = existsSync(dir) ? await readProbe(dir) : null;
  if (files !== null) return { files, dir };
  const [near] = nearestTo(
    name,
    bundled.map(({ files }) => files.probe.id),
  );
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  throw new AssayError(
    'FILE_NOT_FOUND',
    `There is no probe.yaml in ${dir}, and no probe called "${name}" comes with Assay.${hint}`,
  );
}

async function readChecked({ files, dir }: Place): Promise<Checked> {
  return { ...files, dir, controls: await readControls(dir) };
}

function trialsOf({ probe, script, controls, dir }: Checked): ControlTrial[] {
  return controls.map(({ name, control, skill, turns }) => {
    const own = turns ?? script?.arms['with-skill'];
    if (own === undefined)
      throw new AssayError(
        'FILE_NOT_FOUND',
        `${join(dir, 'controls', name, 'script.yaml')}: expected what the scripted model does, because its probe has no script either; found nothing there.`,
      );
    const { name: skillName, description } = snapshotOf(skill);
    const { arms } = nameSkillIn({ latencyMs: 0, arms: { baseline: [], 'with-skill': own } }, skillName);
    const known = { name: skillName, description };
    return { probe, name, control, skill: skillUnderTest(skill, known), turns: arms['with-skill'] };
  });
}
