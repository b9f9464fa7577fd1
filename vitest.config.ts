import { availableParallelism } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { defineConfig } from 'vitest/config';
import { agentTestsLeftOut } from './test/agent-tests.ts';
import { COMPILED } from './test/build-program.ts';
import { PATIENCE_MS } from './test/fixtures/patience.ts';
import { LongestFirst } from './test/longest-first.ts';

/**
 * Tests that share workers, which saves each file the time to load the same modules: those of the pure layers, and of
 * folders whose tests end what they start and change nothing of their process that another file could notice. Counted work
 * is an exception, because only modules that are loaded after the counter has started show it.
 */
const SHARING = [
  'agents/api',
  'base',
  'checks',
  'contracts',
  'foreign',
  'gateway',
  'graders',
  'host',
  'probes',
  'report',
  'runner',
  'scorecard',
  'scoring',
  'store',
  'suites',
  'threads',
  'traffic',
].map((folder) => `test/${folder}/**/!(linear-work).test.ts`);

/**
 * This Node.js and the system's own programs come first. Where version managers put scripts in their place, as pyenv does,
 * each start of Python takes ten times as long.
 */
const PROGRAMS = [dirname(process.execPath), '/usr/bin', '/bin', process.env.PATH].join(delimiter);

const NOT_ALONE = [...SHARING, ...agentTestsLeftOut(process.env.ASSAY_TEST_AGENTS)];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'sharing', include: SHARING, isolate: false } },
      { extends: true, test: { name: 'alone', include: ['test/**/*.test.ts'], exclude: NOT_ALONE } },
    ],
    globalSetup: ['test/left-behind/global-setup.ts', 'test/build-program.ts', 'test/agent-tests.ts'],
    // Two more than there are cores, because tests with real sandboxes and providers spend much of their time waiting.
    maxWorkers: availableParallelism() + 2,
    env: {
      // Commands and threads that tests start take most of their processor time for loading the same modules.
      NODE_COMPILE_CACHE: COMPILED,
      PATH: PROGRAMS,
    },
    sequence: { sequencer: LongestFirst },
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
