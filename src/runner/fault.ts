import { AssayError, type ErrorCode, messageOf } from '../base/assay-error.ts';
import type { UngradedReason } from '../contracts/grade.ts';

const REASONS: Partial<Record<ErrorCode, UngradedReason>> = {
  ENGINE_FAILED: 'sandbox-failed',
  SANDBOX_FAILED: 'sandbox-failed',
  ATTESTATION_FAILED: 'attestation-failed',
  UPSTREAM_FAILED: 'upstream-failed',
  AGENT_CRASHED: 'agent-crashed',
  GRADER_FAILED: 'grader-crashed',
};

/** Faults that every further trial would meet too: the run stops, and can be resumed. */
const ENDS_THE_RUN = new Set<ErrorCode>([
  'INTERRUPTED',
  'ENGINE_UNREACHABLE',
  'IMAGE_MISSING',
  'STORE_UNUSABLE',
]);

export type Fault = { status: 'faulted'; reason: UngradedReason; detail: string };

/** What stopped a trial from being measured, for its record. */
export function faultOf(error: unknown): Fault {
  const usual = endsRun(error) ? 'interrupted' : 'harness-failed';
  return { status: 'faulted', reason: REASONS[codeOf(error)] ?? usual, detail: messageOf(error) };
}

export function endsRun(error: unknown): boolean {
  return ENDS_THE_RUN.has(codeOf(error));
}

function codeOf(error: unknown): ErrorCode {
  return error instanceof AssayError ? error.code : 'INTERNAL';
}
