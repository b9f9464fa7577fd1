import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './test/fixtures/patience.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // A core for each: without this one of them is left to the runner itself, which hardly needs it.
    maxWorkers: '100%',
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
