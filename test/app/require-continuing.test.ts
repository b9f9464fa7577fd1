import { expect, test } from 'vitest';
import { codex } from '../../src/agents/programs/codex.ts';
import { AGENTS } from '../../src/agents/registry.ts';
import { loadBenchmark } from '../../src/app/benchmark.ts';
import { requireContinuing } from '../../src/app/require-continuing.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { talkSuite } from '../fixtures/talk-suite.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const { resume: _, ...silentProgram } = codex;

test('an agent that cannot be spoken to again is refused, and only where the user answers', async () => {
  const talking = await loadBenchmark(talkSuite(temporaryFolder()));
  const silent = await loadBenchmark(greeterSuite(temporaryFolder()));
  expect(() => requireContinuing(silentProgram, talking)).toThrow(
    'In the task "total" the user answers (turns), and Codex cannot go on with a conversation.',
  );
  expect(() => requireContinuing(silentProgram, silent)).not.toThrow();
  for (const agent of AGENTS) expect(() => requireContinuing(agent, talking)).not.toThrow();
});
