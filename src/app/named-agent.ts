import type { AgentDescription, KnownAgent, ProgramAgent } from '../agents/agent.ts';
import { placedIn } from '../agents/placed-in.ts';
import { atVersion } from '../agents/programs/at-version.ts';
import { commandAgent } from '../agents/programs/command-agent.ts';
import { describeAgent } from '../agents/registry.ts';
import { AssayError } from '../base/assay-error.ts';
import { printable } from '../base/printable.ts';
import type { RunPlan } from '../contracts/plan.ts';
import { Architecture, type ProgramPackages } from '../contracts/program-packages.ts';
import type { ViewedPackage } from '../sources/npm/view-package.ts';
import { isExactVersion, keptPackages } from './kept-packages.ts';

/** The tag of a version, such as "latest". One with a dot could be the name of a file to npm. */
const TAG = /^[A-Za-z][0-9A-Za-z_-]{0,39}$/;

/**
 * The agent that was named: `codex` at the version that Assay is tested with, `codex@0.166.0` at another one, or
 * `codex@latest` at the one that the registry has by that tag. The registry is asked about tags, and about versions that are
 * not set up.
 */
export async function namedAgent(name: string, signal: AbortSignal): Promise<KnownAgent> {
  const at = name.indexOf('@');
  const agent = describeAgent(at === -1 ? name : name.slice(0, at));
  if (at === -1) return agent;
  if (agent.kind === 'api') {
    const message = `${agent.id} is part of Assay and has no other versions: name it without "@".`;
    throw new AssayError('USAGE', message);
  }
  const version = await exactVersion(agent, name.slice(at + 1), signal);
  if (version === agent.version) return agent;
  const packages = (await keptPackages(agent, version)) ?? (await packagesOf(agent, version, signal));
  return atVersion(agent, version, packages);
}

/** The agent that a run was planned with, whatever version this Assay is tested with. */
export function plannedAgent({ setup, packages }: Pick<RunPlan, 'setup' | 'packages'>): AgentDescription {
  return placedIn(unplaced({ setup, packages }), setup.settings?.skillPlace ?? 'home');
}

function unplaced({ setup, packages }: Pick<RunPlan, 'setup' | 'packages'>): AgentDescription {
  if (setup.command !== undefined) return commandAgent(setup.command);
  const agent = describeAgent(setup.agent);
  if (agent.kind === 'api' || packages === null) return agent;
  if (!isExactVersion(setup.agentVersion)) throw notNamed(agent, setup.agentVersion);
  return atVersion(agent, setup.agentVersion, packages);
}

async function exactVersion(agent: ProgramAgent, wanted: string, signal: AbortSignal): Promise<string> {
  if (isExactVersion(wanted)) return wanted;
  if (!TAG.test(wanted)) throw notNamed(agent, wanted);
  const spec = `${agent.releases.package}@${wanted}`;
  const tagged = await viewFor(agent, spec, signal);
  if (tagged === null) throw notThere(agent, [spec]);
  if (isExactVersion(tagged.version)) return tagged.version;
  throw notNamed(agent, tagged.version);
}

/** A version need not be there for every architecture. */
async function packagesOf(
  agent: ProgramAgent,
  version: string,
  signal: AbortSignal,
): Promise<ProgramPackages> {
  const specs = agent.releases.specs(version);
  const packages: ProgramPackages = {};
  for (const architecture of Architecture.options) {
    const spec = specs[architecture];
    const found = await viewFor(agent, spec, signal);
    if (found !== null) packages[architecture] = { spec, integrity: found.integrity };
  }
  if (Object.keys(packages).length === 0) throw notThere(agent, Object.values(specs));
  return packages;
}

async function viewFor(
  agent: ProgramAgent,
  spec: string,
  signal: AbortSignal,
): Promise<ViewedPackage | null> {
  // It starts npm, which few runs need.
  const { viewPackage } = await import('../sources/npm/view-package.ts');
  return await viewPackage(spec, signal).catch((cause: unknown) => {
    if (!(cause instanceof AssayError) || cause.code !== 'SOURCE_UNREACHABLE') throw cause;
    throw new AssayError(cause.code, `${cause.message}. ${adviceFor(agent)}`, { cause });
  });
}

function notThere(agent: ProgramAgent, specs: readonly string[]): AssayError {
  const missing = [...new Set(specs)].join(' or ');
  return new AssayError('USAGE', `npm has no ${missing}. ${adviceFor(agent)}`);
}

function notNamed(agent: ProgramAgent, version: string): AssayError {
  const expected = `expected one such as ${agent.version}, or a tag such as latest`;
  const found = `"${printable(version)}" is no version of ${agent.title}: ${expected}.`;
  return new AssayError('USAGE', `${found} ${adviceFor(agent)}`);
}

function adviceFor({ id, title, version }: ProgramAgent): string {
  return `The version that Assay is tested with, ${title} ${version}, is --agent ${id} and needs no question to a registry.`;
}
