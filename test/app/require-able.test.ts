import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codex } from '../../src/agents/programs/codex.ts';
import { AGENTS, describeAgent } from '../../src/agents/registry.ts';
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

test('MCP servers are for agents in the sandbox', async () => {
  const suite = ticketSuite(temporaryFolder());
  const served = await loadBenchmark(suite);
  expect(() => requireAble(codex, served)).not.toThrow();
  expect(() => requireAble(describeAgent('api-openai'), served)).toThrow(
    'The skill comes with tools (skill.yaml), which are offered by an MCP server, and API agent, OpenAI Responses is no client of any.',
  );
  rmSync(join(suite, 'skill/skill.yaml'));
  const without = await loadBenchmark(suite);
  expect(() => requireAble(describeAgent('api-openai'), without)).toThrow(
    'In the task "first-open" the agent is given MCP servers (mcp), and API agent, OpenAI Responses is no client of any.',
  );
});
