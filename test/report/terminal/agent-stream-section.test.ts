import { expect, test } from 'vitest';
import { agentStreamSection } from '../../../src/report/terminal/agent-stream-section.ts';

const options = { colour: false, columns: 100 };
const usage = { inputTokens: 10_000, outputTokens: 201 };
const stream = { agent: 'codex', digest: `sha256:${'0'.repeat(64)}`, starts: 1, isWhole: true } as const;

test('what agrees with the wire is one sentence', () => {
  const reading = { usage, toolCalls: 1, remarks: [] };
  expect(agentStreamSection({ ...stream, reading }, options)).toEqual([
    'The agent’s own events',
    '  They say 10,201 tokens, and show 1 tool call. Nothing in them disagrees with its requests.',
  ]);
});

test('each disagreement is a remark, and is safe to print', () => {
  const reading = { usage: null, toolCalls: 0, remarks: ['its own events lack calls: \u001b[31mbash'] };
  const lines = agentStreamSection({ ...stream, reading }, options);
  expect(lines.slice(1)).toEqual([
    '  They say no tokens, and show 0 tool calls.',
    expect.stringMatching(/^ {2}Remark: its own events lack calls: \P{Cc}*bash\.$/u),
  ]);
});

test('what is not whole is said, and an agent that prints no events has no such section', () => {
  expect(agentStreamSection({ ...stream, isWhole: false, reading: null }, options)).toHaveLength(2);
  expect(agentStreamSection(undefined, options)).toEqual([]);
});
