#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname } from 'node:path';

const { directory: cache } = enableCompileCache();
// Threads use the cache only if the environment names it. Node adds a folder of its own to that name.
if (cache !== undefined) process.env['NODE_COMPILE_CACHE'] ??= dirname(cache);

const args = process.argv.slice(2);

// Load no more than is needed: scripts ask for the version, which should cost no more than starting Node.
const { reapStaleSessions } = await import('../sandbox/session/session.ts');
await reapStaleSessions();
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) printVersion();
else process.exitCode = await (await import('./run-cli.ts')).runCli(args);

function printVersion(): void {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  process.stdout.write(`${manifest.version}\n`);
}
