import { expect, test } from 'vitest';
import { describeAgent } from '../../src/agents/registry.ts';
import { loadBenchmark } from '../../src/app/benchmark.ts';
import { requireContinuing } from '../../src/app/require-continuing.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { talkSuite } from '../fixtures/talk-suite.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('an agent that cannot be spoken to again is refused, and only where the user answers', async () => {
  const talking = await loadBenchmark(talkSuite(temporaryFolder()));
  const silent = await loadBenchmark(greeterSuite(temporaryFolder()));
  expect(() => requireContinuing(describeAgent('codex'), talking)).toThrow(
    'In the task "total" the user answers (turns), and Codex cannot go on with a conversation.',
  );
  expect(() => requireContinuing(describeAgent('codex'), silent)).not.toThrow();
  expect(() => requireContinuing(describeAgent('api-openai'), talking)).not.toThrow();
});
