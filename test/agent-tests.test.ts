import { expect, test } from 'vitest';
import { agentTestsLeftOut } from './agent-tests.ts';

const CLAUDE_CODE = 'test/agents/programs/claude-code.test.ts';
const GEMINI = 'test/agents/programs/gemini.test.ts';

test('without a choice, the tests of all agent programs run', () => {
  expect(agentTestsLeftOut(undefined)).toEqual([]);
});

test('a choice of agents leaves out the tests of the other agent programs, and no others', () => {
  const leftOut = agentTestsLeftOut('codex, opencode');
  expect(leftOut).toEqual(expect.arrayContaining([CLAUDE_CODE, GEMINI]));
  expect(leftOut.filter((path) => /codex|opencode|run-program/.test(path))).toEqual([]);
});

test('a choice that names an unknown agent is refused with the names of those that there are', () => {
  for (const choice of ['', 'codec', 'codex,codec', 'run-program'])
    expect(() => agentTestsLeftOut(choice)).toThrow(
      /^ASSAY_TEST_AGENTS has to name agent programs \(claude-code, codex, .*\), separated by commas; it has ".*"\.$/,
    );
});
