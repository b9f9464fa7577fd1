import { expect, test } from 'vitest';
import { codex } from '../../src/agents/programs/codex.ts';
import { AGENTS } from '../../src/agents/registry.ts';
import { loadBenchmark } from '../../src/app/benchmark.ts';
import { requireAble } from '../../src/app/require-able.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { talkSuite } from '../fixtures/talk-suite.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { ticketSuite } from '../fixtures/ticket-suite.ts';

const { resume: _, ...silentProgram } = codex;

test('an agent that cannot be spoken to again is refused, and only where the user answers', async () => {
  const talking = await loadBenchmark(talkSuite(temporaryFolder()));
  const silent = await loadBenchmark(greeterSuite(temporaryFolder()));
  expect(() => requireAble(silentProgram, talking)).toThrow(
    'In the task "total" the user answers (turns), and Codex cannot go on with a conversation.',
  );
  expect(() => requireAble(silentProgram, silent)).not.toThrow();
  for (const agent of AGENTS) expect(() => requireAble(agent, talking)).not.toThrow();
});

test('every agent can use MCP servers', async () => {
  const served = await loadBenchmark(ticketSuite(temporaryFolder()));
  for (const agent of AGENTS) expect(() => requireAble(agent, served)).not.toThrow();
});
