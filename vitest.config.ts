import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './test/fixtures/patience.ts';
import { LongestFirst } from './test/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Two more than there are cores, because tests with real sandboxes and providers spend much of their time waiting.
    maxWorkers: availableParallelism() + 2,
    // Commands and threads that tests start take most of their processor time for loading the same modules.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
    sequence: { sequencer: LongestFirst },
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
