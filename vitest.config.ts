import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './test/fixtures/patience.ts';
import { LongestFirst } from './test/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Two more than there are cores, because tests with real sandboxes and providers spend much of their time waiting.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
