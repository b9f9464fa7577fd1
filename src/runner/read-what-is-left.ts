import type { Evidence, TreeDiff } from '../contracts/evidence.ts';
import type { Channel, FileTree, Sandbox } from '../sandbox/sandbox.ts';
import { decoyCallsOf } from './decoys.ts';
import type { Losses } from './losses.ts';
import { diffTrees } from './tree-diff.ts';

type Left = {
  after: FileTree | null;
  seen: Pick<
    Evidence,
    'resources' | 'limitsReached' | 'treeComplete' | 'processes' | 'tree' | 'egress' | 'decoyCalls'
  >;
};

type Places = {
  before: FileTree;
  /** All that is read. */
  roots: readonly string[];
  /** The folders that a trial may change, and so those that are compared, with what hangs on them themselves. */
  watched: readonly string[];
  /** Files that are asked for by name. */
  named: readonly string[];
};

/** What an agent left behind, once nothing of it runs any more. Each part that cannot be had is a loss of its own. */
export async function readWhatIsLeft(
  { sandbox, channel }: { sandbox: Sandbox; channel: Channel | null },
  places: Places,
  losses: Losses,
): Promise<Left> {
  await losses.salvage('processes', () => sandbox.stopProcesses(), undefined);
  const consumption = await losses.salvage('resources', () => sandbox.readConsumption(), UNKNOWN);
  const after = await losses.salvage('files', () => sandbox.readTree(places.roots, places.named), null);
  const tree = await losses.salvage('files', async () => changesIn(after, places), NO_CHANGES);
  const seen = {
    resources: consumption.resources,
    limitsReached:
      after?.isComplete === false
        ? [...consumption.limitsReached, 'disk' as const]
        : consumption.limitsReached,
    treeComplete: after?.isComplete ?? false,
    processes: await processesOf(sandbox, losses),
    tree,
    egress: await egressOf(sandbox, losses),
    decoyCalls: channel === null ? [] : decoyCallsOf(await linesOf(channel, losses)),
  };
  return { after, seen };
}

/** What was asked of the network until the pipe was lost is on record, and stays there. */
async function egressOf(sandbox: Sandbox, losses: Losses): Promise<Evidence['egress']> {
  const all = await losses.salvage('network', () => sandbox.egress(), null);
  return all ?? (await sandbox.egress('ended'));
}

/** So is what processes were seen to do until their record was lost. */
async function processesOf(sandbox: Sandbox, losses: Losses): Promise<Evidence['processes']> {
  const all = await losses.salvage('processes', () => sandbox.processes(), undefined);
  return all === undefined ? await sandbox.processes('ended') : all;
}

/** And so is what decoys told, however much else was written to their channel. */
async function linesOf(channel: Channel, losses: Losses): Promise<string[]> {
  const all = await losses.salvage('decoys', () => channel.drain(), null);
  return all ?? channel.received();
}

function changesIn(after: FileTree | null, { before, watched }: Places): TreeDiff {
  if (after === null) return NO_CHANGES;
  const below = (tree: FileTree) => ({
    ...tree,
    entries: tree.entries.filter(({ path }) => watched.some((root) => isWithin(path, root))),
  });
  return diffTrees(below(before), below(after));
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

const UNKNOWN = { resources: null, limitsReached: [] };
const NO_CHANGES: TreeDiff = { created: [], changed: [], deleted: [] };
