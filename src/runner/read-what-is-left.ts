import type { DecoyCall, Evidence, TreeDiff } from '../contracts/evidence.ts';
import type { Channel, FileTree, Sandbox, SentBytes } from '../sandbox/sandbox.ts';
import { decoyCallsOf } from './decoys.ts';
import type { Losses } from './losses.ts';
import { diffTrees } from './tree-diff.ts';

type Left = {
  after: FileTree | null;
  /** What was sent to the network, as it came. */
  sent: SentBytes[];
  left: Pick<
    Evidence,
    'resources' | 'limitsReached' | 'treeComplete' | 'processes' | 'tree' | 'egress' | 'decoyCalls'
  >;
};

type Places = {
  before: FileTree;
  /** All folders that are read. */
  roots: readonly string[];
  /** The folders that a trial may change. They are compared, including the folders themselves. */
  watched: readonly string[];
  /** Files that are read by name. */
  named: readonly string[];
};

/**
 * Reads what an agent left behind, once nothing of it runs any more. Each part that cannot be read is a
 * separate loss; what had arrived of it until then stays on record.
 */
export async function readWhatIsLeft(
  { sandbox, channel }: { sandbox: Sandbox; channel: Channel | null },
  places: Places,
  losses: Losses,
): Promise<Left> {
  const consumption = await losses.salvage('resources', () => sandbox.readConsumption(), UNKNOWN);
  const after = await losses.salvage('files', () => sandbox.readTree(places.roots, places.named), null);
  const tree = await losses.salvage('files', async () => changesIn(after, places), NO_CHANGES);
  const left = {
    resources: consumption.resources,
    limitsReached:
      after?.isComplete === false
        ? [...consumption.limitsReached, 'disk' as const]
        : consumption.limitsReached,
    treeComplete: after?.isComplete ?? false,
    processes: await losses.salvageArrived('processes', {
      all: () => sandbox.processes(),
      arrived: () => sandbox.processes('ended'),
      nothing: null,
    }),
    tree,
    egress: await losses.salvageArrived('network', {
      all: () => sandbox.egress(),
      arrived: () => sandbox.egress('ended'),
      nothing: [],
    }),
    decoyCalls: channel === null ? [] : await callsOver(channel, losses),
  };
  return { after, left, sent: sandbox.sentBytes() };
}

/** The reports of decoys count, however much else was written to their channel. */
async function callsOver(channel: Channel, losses: Losses): Promise<DecoyCall[]> {
  return await losses.salvageArrived('decoys', {
    all: async () => decoyCallsOf(await channel.drain()),
    arrived: async () => decoyCallsOf(channel.received()),
    nothing: [],
  });
}

function changesIn(after: FileTree | null, { before, watched, named }: Places): TreeDiff {
  if (after === null) return NO_CHANGES;
  const below = (tree: FileTree) => ({
    ...tree,
    entries: tree.entries.filter(({ path }) => watched.some((root) => isWithin(path, root))),
  });
  return diffTrees(below(before), below(after), named);
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

const UNKNOWN = { resources: null, limitsReached: [] };
const NO_CHANGES: TreeDiff = { created: [], changed: [], deleted: [] };
