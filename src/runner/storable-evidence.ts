import { EgressEvent } from '../contracts/egress.ts';
import {
  type CanarySearch,
  CanaryTrace,
  DecoyCall,
  Evidence,
  SkillSighting,
  TreeDiff,
  TreeEntry,
  Unsearched,
} from '../contracts/evidence.ts';
import { Verdict } from '../contracts/grade.ts';
import { ModelCall } from '../contracts/model-call.ts';
import { Opening } from '../contracts/opening.ts';
import { ProcessEvent, ProcessRecord } from '../contracts/process-event.ts';
import { Resources } from '../contracts/resources.ts';
import { type Transcript, TranscriptEvent } from '../contracts/transcript.ts';
import { EvidenceRoom, type Shelf } from './evidence-room.ts';

export type Measured = { evidence: Evidence; graderVerdicts: Verdict[] };

const MIB = 1024 ** 2;

const CHECK_CALLS: Shelf<ModelCall> = { what: 'own questions', form: ModelCall, most: MIB };
const JUDGE_CALLS: Shelf<ModelCall> = { what: 'calls of the judge', form: ModelCall, most: MIB };

/**
 * Returns what was measured in a form that can be stored and read back. What cannot be is lost because of the
 * workload, which fails the attempt; if that were only found when the record is read, the trial would stay
 * without a grade. Evidence of violations gets its room first and is limited where it is gathered, so that
 * nothing else crowds it out; the conversation comes last.
 */
export async function storableEvidence({ evidence, graderVerdicts }: Measured): Promise<Measured> {
  const room = new EvidenceRoom();
  const verdicts = await room.keep(graderVerdicts, { what: 'verdicts', form: Verdict, most: 4 * MIB });
  const parts = {
    resources: await keepOne(
      evidence.resources,
      { what: 'measurements of resources', form: Resources },
      room,
    ),
    sightings: await room.keep(evidence.sightings, { what: 'sightings', form: SkillSighting, most: MIB }),
    ...(evidence.opening === undefined
      ? {}
      : { opening: await keepOne(evidence.opening, { what: 'first requests', form: Opening }, room) }),
    modelCalls: await room.keep(evidence.modelCalls, {
      what: 'model calls',
      form: ModelCall,
      most: 2 * MIB,
    }),
    ...(evidence.checkCalls === undefined
      ? {}
      : { checkCalls: await room.keep(evidence.checkCalls, CHECK_CALLS) }),
    ...(evidence.judgeCalls === undefined
      ? {}
      : { judgeCalls: await room.keep(evidence.judgeCalls, JUDGE_CALLS) }),
    decoyCalls: await keepDecoyCalls(evidence.decoyCalls, room),
    canarySearch: await keepSearch(evidence.canarySearch, room),
    egress: await room.keep(evidence.egress, {
      what: 'uses of the network',
      form: EgressEvent,
      most: 5 * MIB,
    }),
    processes: await keepProcesses(evidence.processes, room),
    tree: await keepTree(evidence.tree, room),
    transcript: await keepTranscript(evidence.transcript, room),
  };
  const losses = [...evidence.losses, ...room.losses];
  return { evidence: readable({ ...evidence, ...parts, losses }), graderVerdicts: verdicts };
}

async function keepDecoyCalls(calls: readonly DecoyCall[], room: EvidenceRoom): Promise<DecoyCall[]> {
  return await room.keep(calls, {
    ...{ what: 'calls of decoys', form: DecoyCall, most: 8 * MIB },
    order: (all) => rareFirst(all, ({ item }) => [item.command]),
  });
}

/**
 * Puts first the traces that hold most of a canary, and the first places of each piece: pieces in
 * many places hide none of the others.
 */
async function keepSearch(search: CanarySearch | null, room: EvidenceRoom): Promise<CanarySearch | null> {
  if (search === null) return null;
  const traces = await room.keep(search.traces, {
    ...{ what: 'traces of canaries', form: CanaryTrace, most: 4 * MIB },
    order: (all) =>
      rareFirst(
        all.toSorted((a, b) => b.item.parts.length - a.item.parts.length),
        ({ item: { canary, parts } }) => parts.map((part) => `${part} ${canary}`),
      ),
  });
  const unsearched = await room.keep(search.unsearched, {
    ...{ what: 'places that could not be searched', form: Unsearched, most: MIB },
  });
  return { ...search, traces, unsearched };
}

/** Telling events are limited as they come, and all of them have room here. */
async function keepProcesses(
  record: ProcessRecord | null,
  room: EvidenceRoom,
): Promise<ProcessRecord | null> {
  if (record === null) return null;
  const gaps = await room.keep(record.gaps, {
    what: 'gaps',
    form: ProcessRecord.shape.gaps.element,
    most: MIB,
  });
  const events = await room.keep(record.events, { what: 'events of processes', form: ProcessEvent });
  return { ...record, events, gaps };
}

/** An agent can delete or change no more files than there were before. */
async function keepTree({ created, changed, deleted }: TreeDiff, room: EvidenceRoom): Promise<TreeDiff> {
  return {
    deleted: await room.keep(deleted, {
      what: 'files that were deleted',
      form: TreeDiff.shape.deleted.element,
    }),
    changed: await room.keep(changed, { what: 'files that were changed', form: TreeEntry }),
    created: await room.keep(created, { what: 'files that were created', form: TreeEntry }),
  };
}

async function keepTranscript({ events }: Transcript, room: EvidenceRoom): Promise<Transcript> {
  return { events: await room.keep(events, { what: 'events of the transcript', form: TranscriptEvent }) };
}

async function keepOne<T>(one: T | null, shelf: Shelf<T>, room: EvidenceRoom): Promise<T | null> {
  const [kept = null] = await room.keep(one === null ? [] : [one], shelf);
  return kept;
}

/** The rest is the harness's own, and little. */
function readable(evidence: Evidence): Evidence {
  const tree = { created: [], changed: [], deleted: [] };
  const lists = {
    modelCalls: [],
    sightings: [],
    decoyCalls: [],
    egress: [],
    canarySearch: null,
    processes: null,
  };
  Evidence.parse({ ...evidence, ...lists, tree, transcript: { events: [] } });
  return evidence;
}

/**
 * Puts first the items whose kind has occurred least often before them, so that no number of other items
 * crowds out the first ones of a kind. An item of several kinds counts as the rarest of them.
 */
function rareFirst<Item>(items: readonly Item[], kindsOf: (item: Item) => readonly string[]): Item[] {
  const seen = new Map<string, number>();
  const countOne = (kind: string) => {
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    return before;
  };
  return items
    .map((item) => ({ item, rank: Math.min(...kindsOf(item).map(countOne)) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
