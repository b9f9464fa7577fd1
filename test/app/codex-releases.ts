import type { ProgramAgent } from '../../src/agents/agent.ts';
import { atVersion } from '../../src/agents/programs/at-version.ts';
import { codex } from '../../src/agents/programs/codex.ts';
import { pinned } from '../../src/agents/programs/pinned.ts';
import { npmRegistry } from '../sources/npm/npm-registry.ts';

const INTEGRITY = `sha512-${Buffer.alloc(64).toString('base64')}`;

/** Codex at a version with packages that nobody has. */
export function codexAt(version: string): ProgramAgent {
  const specs = codex.releases.specs(version);
  return atVersion(codex, version, pinned(specs, { amd64: INTEGRITY, arm64: INTEGRITY }));
}

/** A registry whose only version of Codex is 0.1.0, a program of this text. */
export async function codexReleases(program = '', platforms: readonly string[] = ['x64', 'arm64']) {
  const files = { 'vendor/any/bin/codex': program };
  const built = platforms.map((platform) => [`0.1.0-linux-${platform}`, files]);
  return await npmRegistry({ '@openai/codex': { ...Object.fromEntries(built), '0.1.0': {} } });
}
