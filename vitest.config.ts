import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { agentTestsLeftOut } from './test/agent-tests.ts';
import { PATIENCE_MS } from './test/fixtures/patience.ts';
import { LongestFirst } from './test/longest-first.ts';

/**
 * Tests of the pure layers: they start nothing and change nothing that another file could notice, so they share workers.
 * Counted work is an exception, because only modules that are loaded after the counter has started show it.
 */
const PURE = [
  'base',
  'checks',
  'contracts',
  'foreign',
  'probes',
  'report',
  'scorecard',
  'scoring',
  'traffic',
].map((folder) => `test/${folder}/**/!(linear-work).test.ts`);

/**
 * This Node.js and the system's own programs come first. Where version managers put scripts in their place, as pyenv does,
 * each start of Python takes ten times as long.
 */
const PROGRAMS = [dirname(process.execPath), '/usr/bin', '/bin', process.env.PATH].join(delimiter);

const NOT_OUTSIDE = [...PURE, ...agentTestsLeftOut(process.env.ASSAY_TEST_AGENTS)];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      { extends: true, test: { name: 'outside', include: ['test/**/*.test.ts'], exclude: NOT_OUTSIDE } },
    ],
    globalSetup: ['test/left-behind/global-setup.ts', 'test/build-program.ts', 'test/agent-tests.ts'],
    // Two more than there are cores, because tests with real sandboxes and providers spend much of their time waiting.
    maxWorkers: availableParallelism() + 2,
    env: {
      // Commands and threads that tests start take most of their processor time for loading the same modules.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      PATH: PROGRAMS,
    },
    sequence: { sequencer: LongestFirst },
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
