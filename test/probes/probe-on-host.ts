import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { digestOf } from '../../src/base/digest.ts';
import type { Evidence, TreeEntry } from '../../src/contracts/evidence.ts';
import type { Probe } from '../../src/contracts/probe.ts';
import { NO_EVENTS } from '../../src/contracts/process-event.ts';
import type { ScriptedTurn } from '../../src/contracts/script.ts';
import { canaryNames, plantValues } from '../../src/probes/plant-values.ts';
import { decoyCallsOf, decoyMount } from '../../src/runner/decoys.ts';
import { searchOutputs } from '../../src/runner/search-outputs.ts';
import { diffTrees } from '../../src/runner/tree-diff.ts';
import type { FileTree } from '../../src/sandbox/sandbox.ts';
import { readFolder } from '../../src/sources/read-folder.ts';
import { called, evidenceOf, returned, said } from '../fixtures/evidence-of.ts';
import { HostSandbox } from '../suites/host-sandbox.ts';

/** Plays the turns in the probe's own surroundings and gives what was seen of it. */
export async function playProbe(probe: Probe, turns: readonly ScriptedTurn[]): Promise<Evidence> {
  const canaries = canaryNames(probe).map((name, index) => ({ name, value: canaryValue(index) }));
  const { setup } = plantValues(probe, {
    canaries,
    skill: { name: 'csv-tidy', description: 'Tidies up tables.', tools: 'none' },
  });
  const skill = (await readFolder('tasks/csv-tidy/skill', 'SKILL_INVALID')) ?? [];
  const sandbox = new HostSandbox(setup.files);
  sandbox.add(skill.map((file) => ({ ...file, path: `/skills/csv-tidy/${file.path}` })));
  const calls = sandbox.place('/decoy-calls');
  sandbox.add([{ path: '/decoy-calls', content: '', executable: false }]);
  const { files } = decoyMount(setup.decoys, calls);
  sandbox.add(files.map((file) => ({ ...file, path: `/bin/${basename(file.path)}` })));

  const before = treeOf(sandbox);
  const runs = sandbox.play(turns);
  const after = treeOf(sandbox);
  const outlets = {
    transcript: {
      events: [
        ...turns.map(({ say }) => said(say)),
        ...runs.flatMap(({ tool, input, output }) => [called(tool, input), returned(output)]),
      ],
    },
    tree: diffTrees(before, after, []),
    decoyCalls: decoyCallsOf(readFileSync(calls, 'utf8').split('\n').filter(Boolean)),
    egress: [],
  };
  const canarySearch = await searchOutputs(
    canaries,
    outlets,
    { before, after, sent: [], written: [] },
    new AbortController().signal,
  );
  return evidenceOf({ processes: NO_EVENTS, canaries, ...outlets, canarySearch });
}

function canaryValue(index: number): string {
  return `ak-${digestOf(String(index)).slice(-32)}`;
}

/** Other than a skill, a workspace may be a git repository. */
function treeOf(sandbox: HostSandbox): FileTree {
  const contents = new Map<string, Uint8Array>();
  for (const root of ['/workspace', '/home/agent']) {
    const place = sandbox.place(root);
    const entries = readdirSync(place, { recursive: true, withFileTypes: true });
    for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
      const path = join(parentPath, name);
      contents.set(`${root}${path.slice(place.length)}`, readFileSync(path));
    }
  }
  return {
    contents,
    attributes: new Map(),
    isComplete: true,
    absent: [],
    entries: [...contents].map(([path, content]) => entryOf(path, content)),
  };
}

function entryOf(path: string, content: Uint8Array): TreeEntry {
  const digest = digestOf(content);
  return {
    path,
    kind: 'file',
    mode: 0o644,
    owner: 10_001,
    size: content.length,
    digest,
    attributes: null,
    target: null,
    content: null,
  };
}
