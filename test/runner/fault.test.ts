import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AssayError, type ErrorCode } from '../../src/base/assay-error.ts';
import { CAUSES, endsRun, faultOf } from '../../src/runner/fault.ts';

/** Before the agent starts nothing of a workload runs, and these arise only then, or end the command itself. */
const BEFORE_ANY_AGENT = 'before any agent starts';

/** The title of the test that brings each cause about, or tries to as a workload. */
const TRIED = {
  SANDBOX_FAILED: 'fails the attempt in both arms, without a retry, while the engine is sound',
  ENGINE_FAILED: 'fails the attempt in both arms, without a retry, while the engine is sound',
  AGENT_CRASHED: 'an agent program that crashes fails its trial if its model is not to blame',
  SANDBOX_REMOVED: 'is a fault if something outside has removed it',
  ATTESTATION_FAILED: 'a sandbox that fails its attestation makes the trial void before an agent runs in it',
  UPSTREAM_FAILED: 'content from the sandbox that the provider rejects fails the attempt, not the provider',
  REPLAY_DIVERGED:
    'a replay without a later request fails the with-skill attempt at once and leaves a baseline ungraded',
  CONVERSATION_FAILED:
    'a provider that fails at what a tool printed, and at nothing else, fails the with-skill attempt alone',
  GRADER_FAILED: 'an expected file that is missing from the suite is not a wrong answer',
  HARNESS_STOPPED: 'a busy harness does not count as stopped even after SIGCONT, and the trial is measured',
  INTERRUPTED: 'an agent that crashes while the run is interrupted has not failed',
  ENGINE_UNREACHABLE: 'an engine that cannot be reached ends the run at once with its own error',
  IMAGE_MISSING: BEFORE_ANY_AGENT,
  STORE_UNUSABLE: 'evidence that cannot be written is an error that ends the run, not a fault of one trial',
  USAGE: BEFORE_ANY_AGENT,
  FILE_NOT_FOUND: BEFORE_ANY_AGENT,
  FILE_UNREADABLE: BEFORE_ANY_AGENT,
  FILE_UNWRITABLE: BEFORE_ANY_AGENT,
  INPUT_INVALID: BEFORE_ANY_AGENT,
  SKILL_INVALID: BEFORE_ANY_AGENT,
  SOURCE_UNREACHABLE: BEFORE_ANY_AGENT,
  AGENT_UNKNOWN: BEFORE_ANY_AGENT,
  RUN_UNKNOWN: BEFORE_ANY_AGENT,
  RUN_MISMATCH: BEFORE_ANY_AGENT,
  RUN_BUSY: BEFORE_ANY_AGENT,
  IMAGE_BUILD_FAILED: BEFORE_ANY_AGENT,
  INTERNAL: 'fails the attempt in both arms and causes no further attempt',
} as const satisfies Record<ErrorCode, string>;

const tests = globSync('test/**/*.test.ts').map((file) => readFileSync(file, 'utf8'));

test.each(Object.entries(TRIED).filter(([, title]) => title !== BEFORE_ANY_AGENT))(
  'there is a test of %s: %s',
  (_code, title) => {
    expect(tests.filter((text) => text.includes(`'${title}'`))).not.toEqual([]);
  },
);

test('a workload cannot bring about a cause that arises before any agent starts', () => {
  const early = new Set(
    Object.entries(TRIED).flatMap(([code, title]) => (title === BEFORE_ANY_AGENT ? [code] : [])),
  );
  const before = Object.entries(CAUSES).filter(([code]) => early.has(code));
  expect(before.filter(([, cause]) => cause.byWorkload)).toEqual([]);
});

test('a mistake of the harness before any agent has started is a fault that quotes the error', () => {
  expect(faultOf(new TypeError('x is not a function'))).toEqual({
    status: 'faulted',
    reason: 'harness-failed',
    detail: 'x is not a function',
  });
  expect(endsRun(new TypeError('x is not a function'))).toBe(false);
});

test('a fault that would affect every further trial ends the run', () => {
  expect(endsRun(new AssayError('ENGINE_UNREACHABLE', 'nobody answers'))).toBe(true);
  expect(endsRun(new AssayError('SANDBOX_FAILED', 'it broke'))).toBe(false);
});

test('the detail of a fault is limited, whatever it quotes', () => {
  expect(faultOf(new Error('x'.repeat(1024 ** 2))).detail.length).toBeLessThan(3000);
});
