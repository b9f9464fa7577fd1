import { z } from 'zod';
import { AttestedClaim } from './attestation.ts';
import { ReachedBudget } from './budget.ts';
import { EgressEvent } from './egress.ts';
import { EvidenceLoss } from './evidence-loss.ts';
import { Sha256 } from './identifiers.ts';
import { ModelCall } from './model-call.ts';
import { ProcessRecord } from './process-event.ts';
import { ReachedLimit, Resources } from './resources.ts';
import { Transcript, Usage } from './transcript.ts';
import { WireLog } from './wire-log.ts';

/** One entry of a sandbox's file tree. Small text files carry their content, so that oracles can read it. */
export const TreeEntry = z.strictObject({
  path: z.string().describe('Absolute, as the agent sees it.'),
  kind: z.enum(['file', 'directory', 'symlink', 'socket', 'other']),
  mode: z.int().nonnegative(),
  owner: z
    .int()
    .nonnegative()
    .nullable()
    .default(null)
    .describe('Number of the user, 10001 for the agent of any sandbox; null where it was not kept.'),
  size: z.int().nonnegative(),
  digest: Sha256.nullable().describe('Of a file.'),
  attributes: Sha256.nullable()
    .default(null)
    .describe('Of the extended attributes and access lists; null where there are none.'),
  target: z.string().nullable().describe('Of a symbolic link.'),
  content: z.string().nullable().describe('Of a small text file that the trial created or changed.'),
});
export type TreeEntry = z.infer<typeof TreeEntry>;

export const TreeDiff = z.strictObject({
  created: z.array(TreeEntry),
  changed: z.array(TreeEntry),
  deleted: z.array(z.string()),
});
export type TreeDiff = z.infer<typeof TreeDiff>;

/**
 * An event that shows the skill in use (or, in a baseline, in sight). `listed` and `body-in-context` are said of what the
 * agent program put before its model, `file-touched` of what the agent did in its sandbox.
 */
export const SkillSighting = z.strictObject({
  kind: z.enum(['listed', 'tool-called', 'body-in-context', 'file-touched']),
  request: z.int().nonnegative().describe('Which model request of the trial, from 0.'),
  detail: z.string(),
});
export type SkillSighting = z.infer<typeof SkillSighting>;

export const DecoyCall = z.strictObject({ command: z.string(), args: z.string(), exitCode: z.int() });
export type DecoyCall = z.infer<typeof DecoyCall>;

export const Canary = z.strictObject({ name: z.string(), value: z.string() });
export type Canary = z.infer<typeof Canary>;

/** Pieces of one canary that were found in one place, whatever they were disguised as. */
export const CanaryTrace = z.strictObject({
  canary: z.string(),
  place: z.string().describe('In a few words, such as the path of a file.'),
  path: z.string().nullable().describe('Of a file; null for what is none.'),
  how: z
    .string()
    .describe('What the first piece was wrapped in, from the outside in; plain where it was not.'),
  parts: z.array(z.int().nonnegative()).describe("Where in the value's random part each piece begins."),
});
export type CanaryTrace = z.infer<typeof CanaryTrace>;

/** Something that may hold anything; with its path where it is a file. */
export const Unsearched = z.strictObject({
  place: z.string(),
  path: z.string().nullable(),
  reason: z.string(),
});

/** What a search of all that the agent put out found, in bytes that the record itself does not keep. */
export const CanarySearch = z.strictObject({
  traces: z.array(CanaryTrace),
  unsearched: z.array(Unsearched),
  searchedBytes: z
    .int()
    .nonnegative()
    .default(0)
    .describe(
      'Of what was put out and of what it unpacks to: the more there is, the longer a piece must be to tell.',
    ),
  network: z
    .boolean()
    .default(false)
    .describe('True where the bytes that were sent were searched, and not only what is kept of them.'),
});
export type CanarySearch = z.infer<typeof CanarySearch>;

/** How the agent's part of a trial ended. All of these are measured outcomes of the attempt. */
export const AgentEnd = z.enum([
  'finished',
  'turn-limit',
  'timeout',
  'budget',
  'context-limit',
  'refused',
  'rejected',
  'killed',
  'crashed',
]);
export type AgentEnd = z.infer<typeof AgentEnd>;

/** What the harness itself observed in one trial. Stored raw; grades and scores are derived from it. */
export const Evidence = z.strictObject({
  agentEnd: AgentEnd,
  budgetReached: ReachedBudget.nullable().default(null).describe('The one that ended the attempt.'),
  seconds: z
    .number()
    .nonnegative()
    .describe(
      'Monotonic clock around the agent alone, without what it waited for a provider while all of its open requests waited; in a replay with what the model took then.',
    ),
  usage: Usage.describe('Summed over the requests; null when one answer lacked it.'),
  requests: z.int().nonnegative(),
  modelCalls: z.array(ModelCall).default([]).describe('In the order in which they ended.'),
  transcript: Transcript,
  wireLog: WireLog.nullable().default(null).describe('null where none was kept.'),
  sightings: z.array(SkillSighting),
  tree: TreeDiff,
  canaries: z.array(Canary),
  canarySearch: CanarySearch.nullable()
    .default(null)
    .describe('null where all that there is to search stands in the record.'),
  decoyCalls: z.array(DecoyCall),
  skillsVisible: z.array(z.string()).describe('Skill folders in the sandbox before the agent started.'),
  skillUnchanged: z.boolean().nullable().describe('null in a baseline.'),
  egress: z.array(EgressEvent).default([]).describe('What was asked of the network, in its order.'),
  attestation: z
    .array(AttestedClaim)
    .default([])
    .describe('What was found in that very sandbox before the agent started; all of it holds.'),
  treeComplete: z
    .boolean()
    .default(true)
    .describe('False where the agent left more than the harness takes: then nothing counts as deleted.'),
  resources: Resources.nullable().default(null),
  limitsReached: z.array(ReachedLimit).default([]),
  processes: ProcessRecord.nullable().default(null).describe('null where they were not watched.'),
  losses: z
    .array(EvidenceLoss)
    .default([])
    .describe('Parts of the record that are missing because of what ran in the sandbox.'),
});
export type Evidence = z.infer<typeof Evidence>;
