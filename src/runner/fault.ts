import { AssayError, type ErrorCode, messageOf } from '../base/assay-error.ts';
import { bothEnds } from '../base/both-ends.ts';
import type { UngradedReason } from '../contracts/grade.ts';

type Cause = {
  reason: UngradedReason;
  /**
   * Whether something that runs in a sandbox, or that a model reads there, can cause this once the agent has
   * started. Then it is a measured failure of that attempt as long as the engine itself works: no workload
   * may buy itself a second attempt, or get itself left out of every mean.
   */
  byWorkload: boolean;
  /** Every further trial would hit this too: the run stops, and can be resumed. */
  endsRun?: true;
};

const OURS = { reason: 'harness-failed', byWorkload: false } as const;

/**
 * Everything that can stop a trial from being measured. `test/runner/fault.test.ts`
 * names the test that tries each.
 */
export const CAUSES = {
  SANDBOX_FAILED: { reason: 'sandbox-failed', byWorkload: true },
  ENGINE_FAILED: { reason: 'sandbox-failed', byWorkload: true },
  AGENT_CRASHED: { reason: 'agent-crashed', byWorkload: true },
  SANDBOX_REMOVED: { reason: 'sandbox-failed', byWorkload: false },
  ATTESTATION_FAILED: { reason: 'attestation-failed', byWorkload: false },
  /**
   * With the skill, an outage only: a request of our own failed as well, and not by a limit of the account (`blame-for.ts`).
   */
  UPSTREAM_FAILED: { reason: 'upstream-failed', byWorkload: false },
  /**
   * A cassette lacks a request after a trial's first: what a tool printed may have made the request differ.
   */
  REPLAY_DIVERGED: { reason: 'upstream-failed', byWorkload: true },
  /**
   * A provider fails at this conversation and answers others, answers a question of our own after it, or turns that away:
   * what a tool printed may be what it fails at, and what this trial or others sent may be what used a limit or a quota up.
   */
  CONVERSATION_FAILED: { reason: 'upstream-failed', byWorkload: true },
  GRADER_FAILED: { reason: 'grader-crashed', byWorkload: false },
  HARNESS_STOPPED: { reason: 'harness-stopped', byWorkload: false },
  INTERRUPTED: { reason: 'interrupted', byWorkload: false, endsRun: true },
  ENGINE_UNREACHABLE: { reason: 'interrupted', byWorkload: false, endsRun: true },
  IMAGE_MISSING: { reason: 'interrupted', byWorkload: false, endsRun: true },
  STORE_UNUSABLE: { reason: 'interrupted', byWorkload: false, endsRun: true },
  USAGE: OURS,
  FILE_NOT_FOUND: OURS,
  FILE_UNREADABLE: OURS,
  FILE_UNWRITABLE: OURS,
  INPUT_INVALID: OURS,
  SKILL_INVALID: OURS,
  SOURCE_UNREACHABLE: OURS,
  AGENT_UNKNOWN: OURS,
  RUN_UNKNOWN: OURS,
  RUN_MISMATCH: OURS,
  RUN_BUSY: OURS,
  IMAGE_BUILD_FAILED: OURS,
  /**
   * A mistake of ours. Once the agent works, the mistake is made over what the workload did,
   * and a workload could look for it.
   */
  INTERNAL: { reason: 'harness-failed', byWorkload: true },
} as const satisfies Record<ErrorCode, Cause>;

export type Fault = { status: 'faulted'; reason: UngradedReason; detail: string };

/** Describes for the record what stopped a trial from being measured. */
export function faultOf(error: unknown): Fault {
  return { status: 'faulted', reason: causeOf(error).reason, detail: detailOf(error) };
}

export function endsRun(error: unknown): boolean {
  return causeOf(error).endsRun === true;
}

export function causeOf(error: unknown): Cause {
  return CAUSES[codeOf(error)];
}

/** The message of an error, shortened for a record: it may repeat whatever a workload left. */
export function detailOf(error: unknown): string {
  const { head, leftOut, tail } = bothEnds(messageOf(error), { head: 1500, tail: 500 });
  return leftOut === 0 ? head : `${head} … ${tail}`;
}

function codeOf(error: unknown): ErrorCode {
  return error instanceof AssayError ? error.code : 'INTERNAL';
}
