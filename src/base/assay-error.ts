import { systemFault, systemPlace } from './system-fault.ts';

/** Every way in which Assay can refuse or fail. The exit code follows from it (see `exit-code.ts`). */
export type ErrorCode =
  | 'USAGE'
  | 'FILE_NOT_FOUND'
  | 'FILE_UNREADABLE'
  | 'FILE_UNWRITABLE'
  | 'INPUT_INVALID'
  | 'SKILL_INVALID'
  | 'SOURCE_UNREACHABLE'
  | 'AGENT_UNKNOWN'
  | 'RUN_UNKNOWN'
  | 'RUN_MISMATCH'
  | 'RUN_BUSY'
  | 'STORE_UNUSABLE'
  | 'ENGINE_UNREACHABLE'
  | 'ENGINE_FAILED'
  | 'IMAGE_MISSING'
  | 'IMAGE_BUILD_FAILED'
  | 'SANDBOX_FAILED'
  | 'SANDBOX_REMOVED'
  | 'ATTESTATION_FAILED'
  | 'AGENT_CRASHED'
  | 'GRADER_FAILED'
  | 'UPSTREAM_FAILED'
  | 'REPLAY_DIVERGED'
  | 'CONVERSATION_FAILED'
  | 'INTERRUPTED'
  | 'HARNESS_STOPPED'
  | 'INTERNAL';

/** The one error class: `message` says what was expected, what was found and what to do next. */
export class AssayError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AssayError';
    this.code = code;
  }
}

/**
 * The message of whatever was thrown, for a line in a record or on a terminal.
 * System errors are put in plain words.
 */
export function messageOf(thrown: unknown): string {
  const fault = systemFault(thrown);
  const place = systemPlace(thrown);
  return fault === null || place === null ? reasonOf(thrown) : `${fault} (${place})`;
}

/** Gives the message without the file or address, for a sentence that already names it. */
export function reasonOf(thrown: unknown): string {
  return systemFault(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
}
