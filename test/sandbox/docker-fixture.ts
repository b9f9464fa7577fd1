import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { connectEngine } from '../../src/sandbox/docker/connect-engine.ts';
import { SESSION_LABEL } from '../../src/sandbox/docker/container-options.ts';
import type { SandboxSpec } from '../../src/sandbox/sandbox.ts';

export const EMPTY_SPEC: SandboxSpec = { purpose: 'test', mounts: [], files: [], env: {} };

/** A state folder for the tests of one file. */
export function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-state-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The sessions that have a lease in a state folder. */
export function leasedSessions(state: string): string[] {
  return readdirSync(join(state, 'sessions')).map((file) => file.replace(/\.json$/, ''));
}

export async function containersOf(session: string): Promise<number> {
  const { docker } = await connectEngine();
  const filters = { label: [`${SESSION_LABEL}=${session}`] };
  return (await docker.listContainers({ all: true, filters })).length;
}
