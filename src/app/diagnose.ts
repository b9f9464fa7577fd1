import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import supportedNode from '#supported-node';
import type { KnownAgent } from '../agents/agent.ts';
import { AGENTS } from '../agents/registry.ts';
import { messageOf } from '../base/assay-error.ts';
import { connectEngine, type EngineConnection } from '../sandbox/docker/connect-engine.ts';
import { imageFor, sizeOfImage } from '../sandbox/image/image.ts';
import { type OurImage, ourImages } from '../sandbox/image/our-images.ts';
import { argumentFor, type ImageRecipe } from '../sandbox/image/recipe.ts';
import { describeEngine, findUnclaimed } from '../sandbox/session/inspect-engine.ts';
import { keptAgents } from './kept-packages.ts';
import { namedAgent } from './named-agent.ts';

export type Diagnosis = {
  name: string;
  ok: boolean;
  /** Whether every run needs it, so that it is a problem if it is missing. */
  isRequired: boolean;
  detail: string;
  remedy: string | null;
};

/** A requirement of Assay. `look` returns what it found, or throws what is wrong. */
type Requirement = { name: string; isRequired?: boolean; look: () => Promise<string>; remedy: string };

/**
 * Checks everything that a run needs. A failure becomes a diagnosis. The agents that are named, as for a run, have to be
 * ready; of other versions, only those are listed whose image is built.
 */
export async function diagnose(
  resultsDir: string,
  names: readonly string[] = [],
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly Diagnosis[]> {
  const needed = await Promise.all(names.map((name) => namedAgent(name, signal)));
  const requirements = [
    ...[node(), database(), engine(), image(), environments(), results(resultsDir), leftovers()],
    ...AGENTS.map(agentReady),
  ];
  const others = (await keptAgents()).map(agentReady);
  const required = needed.map((agent) => ({ ...agentReady(agent), isRequired: true }));
  const isNamed = ({ name }: Requirement) => required.some((one) => one.name === name);
  const always = await Promise.all(
    [...requirements.filter((one) => !isNamed(one)), ...required].map(examine),
  );
  const built = await Promise.all(others.filter((one) => !isNamed(one)).map(examine));
  return [...always, ...built.filter(({ ok }) => ok)];
}

async function examine({ name, look, remedy, isRequired = true }: Requirement): Promise<Diagnosis> {
  try {
    return { name, ok: true, isRequired, detail: await look(), remedy: null };
  } catch (cause) {
    return { name, ok: false, isRequired, detail: messageOf(cause), remedy };
  }
}

function node(): Requirement {
  return {
    name: 'Node.js',
    remedy: `Install Node.js ${supportedNode.needed}, or start commands with "npm run" in a checkout.`,
    async look() {
      const { node: version } = process.versions;
      const found = `${version} at ${process.execPath}`;
      if (supportedNode.isSupported(version)) return `${found}, supported`;
      throw new Error(`${found}, not supported`);
    },
  };
}

function database(): Requirement {
  return {
    name: 'SQLite',
    remedy: 'Install the packages again with "npm ci": better-sqlite3 brings a binary for this platform.',
    look: async () => (await import('../store/sqlite-version.ts')).sqliteVersion(),
  };
}

function engine(): Requirement {
  return {
    name: 'Docker engine',
    remedy: 'Start Docker. On Debian and Ubuntu, scripts/setup.sh in a checkout can install it as root.',
    async look() {
      const connection = await connectEngine('');
      const facts = await describeEngine(connection);
      const details = [
        `${facts.version} at ${connection.address}`,
        `API ${facts.apiVersion}`,
        `runtimes ${facts.runtimes.join(' ')}`,
        `cgroup v${facts.cgroupVersion}`,
        facts.storageDriver,
      ];
      return details.join(', ');
    },
  };
}

function image(): Requirement {
  return {
    name: 'Sandbox image',
    remedy: 'Run "assay setup".',
    look: () => builtImage(null),
  };
}

function environments(): Requirement {
  return {
    name: 'Environments',
    isRequired: false,
    remedy: 'Look at the other lines first.',
    async look() {
      const built = (await ourImages(await engineAtAll())).filter(({ owner }) => owner !== null);
      if (built.length === 0) return 'none built; a suite that needs one has it built by its first run';
      const byOwner = Map.groupBy(built, ({ owner }) => owner);
      return [...byOwner].map(([owner, images]) => `${owner} in ${describeImages(images)}`).join(', ');
    },
  };
}

/** The engine lists the newest first. */
function describeImages([newest, ...older]: readonly OurImage[]): string {
  const tag = newest?.tag ?? 'no image';
  return older.length === 0 ? tag : `${tag} (${older.length} older: "assay setup --prune" removes them)`;
}

/** Every agent works in an image of its own or in the sandbox image, so one that is not set up is missed by nobody else. */
function agentReady({ id, title, version, image: recipe }: KnownAgent): Requirement {
  const named = recipe === null ? id : argumentFor(recipe);
  return {
    name: `Agent ${named}`,
    isRequired: false,
    remedy: `To use it, run "${recipe === null ? 'assay setup' : `assay setup --agent ${named}`}".`,
    look: async () => `${title} ${version}, in ${await builtImage(recipe)}`,
  };
}

async function builtImage(recipe: ImageRecipe | null): Promise<string> {
  const engine = await engineAtAll();
  const [{ tag }, base] = await Promise.all([imageFor(recipe), imageFor(null)]);
  const [whole, below] = await Promise.all([tag, base.tag].map((one) => sizeOfImage(engine, one)));
  if (whole == null) throw new Error(`${tag} is not built`);
  if (recipe === null || below == null) return `${tag} (${megabytes(whole)})`;
  return `${tag} (${megabytes(whole - below)} on top of the sandbox image)`;
}

/** In the unit of "docker images". */
function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** A missing engine has a diagnosis of its own. */
function engineAtAll(): Promise<EngineConnection> {
  return connectEngine('').catch(() => {
    throw new Error('not known without a Docker engine');
  });
}

function results(folder: string): Requirement {
  return {
    name: 'Results folder',
    remedy: 'Give another one with --results, or make this one writable.',
    async look() {
      await requireWritable(resolve(folder));
      return folder;
    },
  };
}

/** A folder that does not exist yet is created on first use if its parent is writable. */
async function requireWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK);
    if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    if (!isMissing || dirname(folder) === folder) throw cause;
    await requireWritable(dirname(folder));
  }
}

function leftovers(): Requirement {
  return {
    name: 'Leftover sandboxes',
    remedy: 'Remove them with "docker rm --force".',
    async look() {
      const { abandoned, unknown } = await findUnclaimed(await engineAtAll());
      if (abandoned.length > 0) throw new Error(`their process has ended: ${abandoned.join(', ')}`);
      return unknown.length === 0 ? 'none' : `none known. ${describeUnknown(unknown)}`;
    },
  };
}

/**
 * These containers may be at work. Only a user who knows that nobody else uses this engine can remove them.
 */
function describeUnknown(ids: readonly string[]): string {
  return `These may belong to another user or machine: ${ids.join(', ')}.`;
}
