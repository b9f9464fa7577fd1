import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

/** As the formatter writes them; types cost nothing. */
const LOADED = /^(?:import (?!type )|export |\} )[^'\n]*from '([^']+)';$|^import '([^']+)';$/gm;

/** Packages that a file loads before its first line runs, with those that its own imports load. */
function loadedBy(entry: string): Set<string> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const pending = [entry];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, from, bare] of readFileSync(file, 'utf8').matchAll(LOADED)) {
      const specifier = from ?? bare ?? '';
      if (specifier.startsWith('.')) pending.push(posix.join(posix.dirname(file), specifier));
      else if (!specifier.startsWith('node:')) packages.add(specifier);
    }
  }
  return packages;
}

const HEAVY = [
  'dockerode',
  'better-sqlite3',
  'kysely',
  'openai',
  '@anthropic-ai/sdk',
  'hono',
  'gpt-tokenizer/encoding/o200k_base',
];

test('the import tracer sees what a run loads', () => {
  expect(loadedBy('src/app/run-suite.ts')).toContain('kysely');
});

test('every command starts by loading only the command-line parser', () => {
  expect([...loadedBy('src/cli/program.ts')]).toEqual(['commander']);
});

test.each(['main', 'program', 'commands/check', 'commands/check-site', 'commands/explain'])(
  '%s does not load what only running skills needs',
  (name) => {
    const loaded = loadedBy(`src/cli/${name}.ts`);
    expect(HEAVY.filter((one) => loaded.has(one))).toEqual([]);
  },
);

test('run loads the tokenizer of the scripted model only once a run begins', () => {
  expect([...loadedBy('src/app/execute-run.ts')]).not.toContain('gpt-tokenizer/encoding/o200k_base');
});

const FOR_WORK = ['dockerode', 'execa', 'openai', '@anthropic-ai/sdk', 'tar-stream', 'yauzl'];

test.each([
  'cli/commands/check',
  'cli/commands/run',
  'cli/commands/runs',
  'cli/commands/show',
  'app/dry-run',
  'app/run-suite',
])('%s loads no engine, no SDK of a provider and no program or archive before one is needed', (name) => {
  const loaded = loadedBy(`src/${name}.ts`);
  expect(FOR_WORK.filter((one) => loaded.has(one))).toEqual([]);
});
