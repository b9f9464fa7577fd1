import { z } from 'zod';
import { AgentEnd, AgentExit, ConversationEnd } from './agent-end.ts';
import { AgentStream } from './agent-stream.ts';
import { AttestedClaim } from './attestation.ts';
import { ReachedBudget } from './budget.ts';
import { EgressEvent } from './egress.ts';
import { EvidenceLoss } from './evidence-loss.ts';
import { Sha256 } from './identifiers.ts';
import { ModelCall } from './model-call.ts';
import { Opening } from './opening.ts';
import { ProcessRecord } from './process-event.ts';
import { ReachedLimit, Resources } from './resources.ts';
import { Transcript, Usage } from './transcript.ts';
import { WireLog } from './wire-log.ts';

/**
 * One entry of a sandbox's file tree. Small text files include their content, so that oracles can read it.
 */
export const TreeEntry = z.strictObject({
  path: z.string().describe('The absolute path, as the agent sees it.'),
  kind: z.enum(['file', 'directory', 'symlink', 'socket', 'other']),
  mode: z.int().nonnegative(),
  owner: z
    .int()
    .nonnegative()
    .nullable()
    .default(null)
    .describe('User id, 10001 for the agent of any sandbox; null if it was not kept.'),
  size: z.int().nonnegative(),
  digest: Sha256.nullable().describe('Digest of the content; null unless this is a file.'),
  attributes: Sha256.nullable()
    .default(null)
    .describe('Digest of the extended attributes and access lists; null if there are none.'),
  target: z.string().nullable().describe('Target of a symbolic link; otherwise null.'),
  content: z
    .string()
    .nullable()
    .describe('Content of a small text file that the trial created or changed; otherwise null.'),
});
export type TreeEntry = z.infer<typeof TreeEntry>;

export const TreeDiff = z.strictObject({
  created: z.array(TreeEntry),
  changed: z.array(TreeEntry),
  deleted: z.array(z.string()),
});
export type TreeDiff = z.infer<typeof TreeDiff>;

/**
 * An event that shows the skill in use (or, in a baseline, in sight). `listed` and `body-in-context` are
 * about what the agent program put before its model, and prove no use: a skill can quote how it is listed.
 * `tool-called` means that a skill's tool brought its text, or that one of the skill's own tools was called, and
 * `file-touched` is about what the agent did in its sandbox.
 */
export const SkillSighting = z.strictObject({
  kind: z.enum(['listed', 'tool-called', 'body-in-context', 'file-touched']),
  request: z.int().nonnegative().describe('Index of the model request in the trial, from 0.'),
  detail: z.string(),
});
export type SkillSighting = z.infer<typeof SkillSighting>;

export const DecoyCall = z.strictObject({ command: z.string(), args: z.string(), exitCode: z.int() });
export type DecoyCall = z.infer<typeof DecoyCall>;

export const Canary = z.strictObject({ name: z.string(), value: z.string() });
export type Canary = z.infer<typeof Canary>;

/** Pieces of one canary that were found in one place, however they were disguised. */
export const CanaryTrace = z.strictObject({
  canary: z.string(),
  place: z.string().describe('The place in a few words, such as the path of a file.'),
  path: z.string().nullable().describe('The path of a file; null for anything else.'),
  how: z.string().describe('How the first piece was wrapped, from the outside in; "plain" if it was not.'),
  parts: z
    .array(z.int().nonnegative())
    .describe("Offset in the value's random part at which each piece starts."),
});
export type CanaryTrace = z.infer<typeof CanaryTrace>;

/** Something that was not searched and may hold anything; if it is a file, with its path. */
export const Unsearched = z.strictObject({
  place: z.string(),
  path: z.string().nullable(),
  reason: z.string(),
});

/**
 * The result of searching everything that the agent put out, including bytes that
 * the record itself does not keep.
 */
export const CanarySearch = z.strictObject({
  traces: z.array(CanaryTrace),
  unsearched: z.array(Unsearched),
  searchedBytes: z
    .int()
    .nonnegative()
    .default(0)
    .describe(
      'Bytes that were put out, including what they unpack to: the more there are, the longer a piece must be to count.',
    ),
  network: z
    .boolean()
    .default(false)
    .describe('True if all bytes that were sent were searched, and not only those that are kept.'),
});
export type CanarySearch = z.infer<typeof CanarySearch>;

/** What the harness itself observed in one trial. It is stored raw; grades and scores are derived from it. */
export const Evidence = z.strictObject({
  agentEnd: AgentEnd,
  agentExit: AgentExit.nullable()
    .default(null)
    .describe(
      'How the agent itself ended, where the traffic decides what that comes to; null where it does not, and in older records.',
    ),
  conversationEnd: ConversationEnd.nullable()
    .default(null)
    .describe('null if the traffic could not be read, and in older records.'),
  budgetReached: ReachedBudget.nullable().default(null).describe('The budget that ended the attempt.'),
  seconds: z
    .number()
    .nonnegative()
    .describe(
      'Time of the agent alone, by a monotonic clock, without time in which all of its open requests waited for a provider. In a replay, the time that the model took in the recording is added.',
    ),
  usage: Usage.describe('Summed over the requests; null if one answer lacked it.'),
  requests: z.int().nonnegative(),
  modelCalls: z.array(ModelCall).default([]).describe('In the order in which they ended.'),
  judgeCalls: z
    .array(ModelCall)
    .exactOptional()
    .describe("Requests to the model that judges rubrics. They are no part of the agent's usage."),
  checkCalls: z
    .array(ModelCall)
    .exactOptional()
    .describe(
      "Assay's own questions, to see whether the provider works. They are no part of the agent's usage.",
    ),
  transcript: Transcript,
  wireLog: WireLog.nullable().default(null).describe('null if none was kept.'),
  agentStream: AgentStream.exactOptional().describe('none: its agent prints no events that can be read.'),
  opening: Opening.nullable()
    .exactOptional()
    .describe('The first request for the work; null if there was none, none in older records.'),
  sightings: z.array(SkillSighting),
  tree: TreeDiff,
  ownState: z
    .array(z.string())
    .exactOptional()
    .describe(
      'Where the agent program keeps its own state: paths, with * for a part of a name. What is there is recorded and searched like everything else.',
    ),
  canaries: z.array(Canary),
  canarySearch: CanarySearch.nullable()
    .default(null)
    .describe('null if the record itself holds everything that there is to search.'),
  decoyCalls: z.array(DecoyCall),
  skillsVisible: z.array(z.string()).describe('Skill folders in the sandbox before the agent started.'),
  skillUnchanged: z
    .boolean()
    .nullable()
    .describe("Whether the skill's files were still the same afterwards; null in a baseline."),
  egress: z.array(EgressEvent).default([]).describe('Attempts to reach the network, in order.'),
  attestation: z
    .array(AttestedClaim)
    .default([])
    .describe('What was found in this very sandbox before the agent started; every claim holds.'),
  treeComplete: z
    .boolean()
    .default(true)
    .describe('False if not everything that the agent left was read; then nothing counts as deleted.'),
  resources: Resources.nullable().default(null),
  limitsReached: z.array(ReachedLimit).default([]),
  processes: ProcessRecord.nullable().default(null).describe('null if they were not watched.'),
  losses: z
    .array(EvidenceLoss)
    .default([])
    .describe('Parts of the record that are missing because of what ran in the sandbox.'),
});
export type Evidence = z.infer<typeof Evidence>;

/** Evidence of a trial of which nothing is known. An agent that has not reported how it ended has crashed. */
export const NOTHING_SEEN = Evidence.parse({
  agentEnd: 'crashed',
  seconds: 0,
  usage: { inputTokens: null, outputTokens: null },
  requests: 0,
  transcript: { events: [] },
  sightings: [],
  tree: { created: [], changed: [], deleted: [] },
  canaries: [],
  decoyCalls: [],
  skillsVisible: [],
  skillUnchanged: null,
});
