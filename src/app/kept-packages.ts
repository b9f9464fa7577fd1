import { join } from 'node:path';
import type { ProgramAgent } from '../agents/agent.ts';
import { ProgramPackages } from '../contracts/program-packages.ts';
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
  const { amd64, arm64 } = agent.releases.specs(version);
  return kept?.amd64.spec === amd64 && kept.arm64.spec === arm64 ? kept : null;
}

export async function keepPackages(agent: ProgramAgent): Promise<void> {
  await writeState(fileOf(agent, agent.version), agent.image.packages).catch(() => {
    // Without a place to write to, the registry is asked again.
  });
}

function fileOf({ id }: ProgramAgent, version: string): string {
  return join('agents', `${id}@${version}.json`);
}
