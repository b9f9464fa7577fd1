import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramAgent } from '../agents/agent.ts';
import { atVersion } from '../agents/programs/at-version.ts';
import { AGENTS } from '../agents/registry.ts';
import { ProgramPackages } from '../contracts/program-packages.ts';
import { stateDir } from '../sandbox/session/state-dir.ts';
import { readState, writeState } from './state-file.ts';

/** A version as npm writes it (semver.org, without build metadata). */
const EXACT = /^\d{1,9}\.\d{1,9}\.\d{1,12}(?:-[0-9A-Za-z][0-9A-Za-z.-]{0,39})?$/;

export function isExactVersion(text: string): boolean {
  return EXACT.test(text);
}

/**
 * The packages of a version with the digests that the registry named when it was set up; `null` if it was not. The registry
 * is not asked again, so that a version means the same bytes each time.
 */
export async function keptPackages(agent: ProgramAgent, version: string): Promise<ProgramPackages | null> {
  if (!isExactVersion(version)) return null;
  const kept = await readState(ProgramPackages, fileOf(agent, version));
  const pinned = Object.values(kept ?? {});
  const specs = Object.values(agent.releases.specs(version));
  return pinned.length > 0 && pinned.every(({ spec }) => specs.includes(spec)) ? kept : null;
}

export async function keepPackages(agent: ProgramAgent): Promise<void> {
  await writeState(fileOf(agent, agent.version), agent.image.packages).catch(() => {
    // Without a place to write to, the registry is asked again.
  });
}

/** The agents that are set up at another version than the tested one, whether their images are still there or not. */
export async function keptAgents(): Promise<ProgramAgent[]> {
  const files = await readdir(join(stateDir(), FOLDER)).catch(() => []);
  const kept = files.sort().map(async (file) => {
    const agent = PROGRAMS.find(({ id }) => file.startsWith(`${id}@`));
    if (agent === undefined) return [];
    const version = file.slice(agent.id.length + 1).replace(/\.json$/, '');
    const packages = await keptPackages(agent, version);
    return packages === null || version === agent.version ? [] : [atVersion(agent, version, packages)];
  });
  return (await Promise.all(kept)).flat();
}

const PROGRAMS = AGENTS.filter((agent) => agent.kind === 'program');

const FOLDER = 'agents';

function fileOf({ id }: ProgramAgent, version: string): string {
  return join(FOLDER, `${id}@${version}.json`);
}
