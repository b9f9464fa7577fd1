import { createHash, randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import { printable } from '../../base/printable.ts';
import { confineDockerfile } from '../../foreign/dockerfile/confine-dockerfile.ts';
import type { EngineConnection } from '../docker/connect-engine.ts';
import { ROOT } from '../docker/container-options.ts';
import { interrupted, isGone, isMissingFromEngine, isTaken } from '../docker/engine-fault.ts';
import { followExec, type RunningContainer } from '../docker/exec.ts';
import { packContents } from '../files/pack-files.ts';
import type { SandboxContents, SandboxEntry, SandboxFile } from '../sandbox.ts';
import { buildFromDockerfile } from './build-image.ts';
import {
  dockerfileOf,
  ENVIRONMENT_LABEL,
  ENVIRONMENT_REPOSITORY,
  type EnvironmentRecipe,
  givenFiles,
  NPM_FOLDER,
  needsRegistries,
  OPEN_DOCKERFILE,
  ownerOf,
  placedFiles,
  SCRATCH,
  type Step,
  stepsOf,
  variablesOf,
} from './environment.ts';
import { type HostRegistries, needsHostNetwork } from './host-registries.ts';
import { findImage, type SandboxImage } from './image.ts';
import { KEPT_CHARACTERS, type Progress, withEndOf } from './progress.ts';

type EnvironmentBuild = {
  image: SandboxImage;
  base: SandboxImage;
  recipe: EnvironmentRecipe;
  /** The package of npm itself; `null` if there is nothing to install with it. */
  npm: Uint8Array | null;
  registries: HostRegistries;
};

const BUILD_LIMIT_MS = 30 * 60_000;
const WAIT_MS = 500;
const WAIT_LIMIT_MS = 60_000;
const FORGETTING_TRIES = 20;

const OWN_PROGRAMS = '/usr/local/lib/assay';
/** Where packages of Python and npm are installed, and what they leave in passing. */
const OF_PACKAGES =
  /^\/(?:usr|usr\/local(?:\/.*)?|opt(?:\/.*)?|mnt|root(?:\/.*)?|tmp(?:\/.*)?|var(?:\/.*)?)$/;
const PROGRAM = /^\/usr\/local\/s?bin\/[^/]+$/;

const DEBIAN_MIRROR = 'http://deb.debian.org/debian';
const SECURITY_MIRROR = 'http://deb.debian.org/debian-security';
const RELEASE = 'bookworm';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const APT_CONFIG = `${SCRATCH}/apt.conf`;
const APT_LISTS = `${SCRATCH}/lists`;
const APT_CACHE = `${SCRATCH}/cache`;
const SOURCES = `${SCRATCH}/sources.list`;
const HOST_CERTIFICATES = `${SCRATCH}/host.crt`;
const CERTIFICATES = `${SCRATCH}/all.crt`;

/**
 * Builds the image of an environment: what a suite or a task has on top of the image below. The
 * commands run in a container with a network, and what they leave is made an image. How this machine reaches
 * its registries is in variables of these commands and in a volume, so that the image does not contain it.
 */
export async function buildEnvironment(
  connection: EngineConnection,
  build: EnvironmentBuild,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(BUILD_LIMIT_MS)]);
  progress(`building ${build.image.tag}, the environment of ${named(build.recipe)}, from ${build.base.tag}`);
  try {
    const stages = stagesOf(build.image);
    await using ended = new AsyncDisposableStack();
    ended.defer(() => forgetStages(connection, stages));
    const from = await startingImage(connection, { ...build, stages }, progress, limit);
    await using place = await startContainer(
      connection,
      from,
      { ...build, name: build.image.tag.replace(':', '-'), network: networkOf(build) },
      limit,
    );
    // Another process may have built it while this one waited for the container's name.
    if ((await findImage(connection, build.image.tag)) !== null) return;
    const programs = await ownPrograms(connection, build, limit);
    await fill(place, build);
    await prepareCertificates(place, build.registries, limit);
    for (const step of stepsOf(build.recipe)) {
      progress(step.command);
      await runStep(place, step, buildVariables(build.registries), limit);
    }
    await requireOwnPrograms(place, programs);
    await commit(place, build.image.tag);
  } catch (cause) {
    if (signal.aborted) throw interrupted();
    if (cause instanceof AssayError) throw cause;
    const message = `The environment of ${named(build.recipe)} could not be built: ${messageOf(cause).trim()}${hintOf(build.registries)}`;
    throw new AssayError('IMAGE_BUILD_FAILED', message, { cause });
  }
}

/** A proxy or registry that asks for a password is the likely reason if one was kept from the build. */
function hintOf({ withheld }: HostRegistries): string {
  if (withheld.length === 0) return '';
  return `\nThe names and passwords in ${withheld.join(', ')} were not passed on, because a build runs commands of the suite's author. If it needs one of these places, use a proxy or a mirror that asks for no password.`;
}

function named({ suite, task }: EnvironmentRecipe): string {
  return task === null ? `suite "${suite}"` : `task "${task}" of suite "${suite}"`;
}

/** The Dockerfile of the suite or task comes first, if there is one. */
async function startingImage(
  connection: EngineConnection,
  { stages, base, recipe, registries }: EnvironmentBuild & { stages: Stages },
  progress: Progress,
  signal: AbortSignal,
): Promise<string> {
  const given = dockerfileOf(recipe);
  if (given === null) return base.tag;
  const place = `${recipe.task === null ? '' : `${recipe.task}/`}environment/${given.path}`;
  const confined = fileAt(given.path, new TextEncoder().encode(confineDockerfile(place, given.content)));
  const { opened, made } = stages;
  const opening = [fileAt('/Dockerfile', new TextEncoder().encode(OPEN_DOCKERFILE))];
  await buildFromDockerfile(
    connection,
    { tag: opened, base: base.tag, files: opening },
    () => undefined,
    signal,
  );
  const others = recipe.files.filter((file) => file !== given);
  const files = [...others, confined].map((file) => ({ ...file, path: `/${file.path}` }));
  const build = { tag: made, base: opened, files, variables: proxiesOf(registries) };
  await buildFromDockerfile(connection, build, progress, signal);
  const [layers, under] = await Promise.all([layersOf(connection, made), layersOf(connection, opened)]);
  if (under.every((layer, index) => layers[index] === layer)) return made;
  const expected = 'expected its last stage to begin with the lines ARG BASE_IMAGE and FROM $BASE_IMAGE';
  throw new AssayError(
    'INPUT_INVALID',
    `${place}: ${expected}, found an image that does not stand on the sandbox image.`,
  );
}

/** The images under an environment's own while it is built, by names that no other build uses. */
type Stages = { opened: string; made: string };

function stagesOf({ tag }: SandboxImage): Stages {
  const build = randomUUID();
  return { opened: `${tag}-opened-${build}`, made: `${tag}-made-${build}` };
}

/**
 * What stands on them keeps their layers, and they go when it does. A build that was left is ended by the engine a little
 * later, and its image is in use until then.
 */
async function forgetStages({ docker }: EngineConnection, stages: Stages): Promise<void> {
  for (const tag of Object.values(stages))
    for (let left = FORGETTING_TRIES; left > 0; left--) {
      const outcome = await untag(docker, tag);
      if (outcome !== 'in use') break;
      await sleep(WAIT_MS);
    }
}

async function untag(docker: Docker, tag: string): Promise<'gone' | 'in use'> {
  try {
    await docker.getImage(tag).remove({ noprune: true });
    return 'gone';
  } catch (cause) {
    if (isMissingFromEngine(cause)) return 'gone';
    if (isTaken(cause)) return 'in use';
    throw cause;
  }
}

/** The only arguments of a build that no image keeps. */
function proxiesOf({ variables }: HostRegistries): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => /_proxy$/i.test(name)));
}

async function layersOf({ docker }: EngineConnection, tag: string): Promise<readonly string[]> {
  const { RootFS } = await docker.getImage(tag).inspect();
  return RootFS.Layers ?? [];
}

type Network = 'none' | 'host' | 'default';

type Place = RunningContainer & AsyncDisposable;

/**
 * The container lives as long as its input is open, so it ends with this process, however that ends; the
 * engine then removes it and its volume.
 */
async function startContainer(
  { docker, streams }: EngineConnection,
  from: string,
  { name, recipe, network }: Pick<EnvironmentBuild, 'recipe'> & { name: string | null; network: Network },
  signal: AbortSignal,
): Promise<Place> {
  const container = await createOnce(docker, signal, {
    ...(name === null ? {} : { name }),
    Image: from,
    User: ROOT,
    Entrypoint: ['/bin/cat'],
    Cmd: [],
    ...{ AttachStdin: true, OpenStdin: true, StdinOnce: true },
    Env: Object.entries(variablesOf(recipe)).map(([name, value]) => `${name}=${value}`),
    Labels: { assay: '1', [ENVIRONMENT_LABEL]: ownerOf(recipe) },
    HostConfig: {
      AutoRemove: true,
      NetworkMode: network,
      Mounts: [{ Type: 'volume', Source: '', Target: SCRATCH }],
      LogConfig: { Type: 'none', Config: {} },
    },
  });
  const attached = streams.getContainer(container.id);
  const input = await attached.attach({ stream: true, stdin: true, hijack: true, abortSignal: signal });
  const place = {
    container,
    streams,
    async [Symbol.asyncDispose]() {
      input.end();
      await removed(container);
    },
  };
  try {
    await container.start();
    return place;
  } catch (cause) {
    await place[Symbol.asyncDispose]();
    throw cause;
  }
}

/** Programs of a Dockerfile run in it as well, so it has no network that nothing of the recipe needs. */
function networkOf({ recipe, registries }: EnvironmentBuild): Network {
  if (!needsRegistries(recipe)) return 'none';
  return needsHostNetwork(registries) ? 'host' : 'default';
}

/** The engine has no two containers with the same name, so of several processes one builds and the others wait. */
async function createOnce(
  docker: Docker,
  signal: AbortSignal,
  options: Docker.ContainerCreateOptions,
): Promise<Docker.Container> {
  for (;;) {
    try {
      return await docker.createContainer(options);
    } catch (cause) {
      if (!isTaken(cause)) throw cause;
      await sleep(WAIT_MS, undefined, { signal });
    }
  }
}

/** Whoever is faster removes it: this, or the engine because the container has ended. */
async function removed(container: Docker.Container): Promise<void> {
  await container.remove({ force: true, v: true }).catch((cause: unknown) => {
    if (!isGone(cause)) throw cause;
  });
}

async function fill({ container }: Place, { recipe, npm, registries }: EnvironmentBuild): Promise<void> {
  const text = (path: string, content: string) => fileAt(path, new TextEncoder().encode(content));
  await put(container, {
    files: [
      text(APT_CONFIG, aptConfig()),
      text(SOURCES, sourcesList(registries)),
      ...givenFiles(recipe).map(({ path, content }) => fileAt(path, content)),
      ...(registries.certificates === null ? [] : [fileAt(HOST_CERTIFICATES, registries.certificates)]),
    ],
    entries: [`${APT_LISTS}/partial`, `${APT_CACHE}/archives/partial`, NPM_FOLDER].map(folderAt),
  });
  if (npm !== null) await container.putArchive(Readable.from([npm]), { path: NPM_FOLDER });
  await put(container, { files: placedFiles(recipe).map((file) => ({ ...file, path: `/${file.path}` })) });
}

async function put(container: Docker.Container, contents: SandboxContents): Promise<void> {
  await container.putArchive(Readable.from([await packContents(contents)]), { path: '/' });
}

function folderAt(path: string): SandboxEntry {
  return { path, kind: 'folder', isReadable: true };
}

function fileAt(path: string, content: Uint8Array): SandboxFile {
  return { path, content, executable: false };
}

/** Everything that apt keeps for itself goes to the scratch volume. */
function aptConfig(): string {
  const settings = {
    'Dir::Etc::SourceList': SOURCES,
    'Dir::Etc::SourceParts': '-',
    'Dir::State::Lists': APT_LISTS,
    'Dir::Cache': APT_CACHE,
    'APT::Sandbox::User': 'root',
    'APT::Install-Recommends': 'false',
    'Acquire::Languages': 'none',
    'Dpkg::Use-Pty': '0',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} "${value}";\n`)
    .join('');
}

function sourcesList({ debian }: HostRegistries): string {
  const usual = { '': DEBIAN_MIRROR, '-updates': DEBIAN_MIRROR, '-security': SECURITY_MIRROR };
  return Object.entries(usual)
    .map(([suffix, mirror]) => [`${RELEASE}${suffix}`, mirror] as const)
    .map(
      ([release, mirror]) => `deb [signed-by=${KEYRING}] ${debian.get(release) ?? mirror} ${release} main\n`,
    )
    .join('');
}

function buildVariables({ variables, certificates }: HostRegistries): Record<string, string> {
  const trusting = [
    'SSL_CERT_FILE',
    'NODE_EXTRA_CA_CERTS',
    'PIP_CERT',
    'CURL_CA_BUNDLE',
    'REQUESTS_CA_BUNDLE',
  ];
  return {
    ...variables,
    APT_CONFIG,
    DEBIAN_FRONTEND: 'noninteractive',
    HOME: SCRATCH,
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    npm_config_cache: `${SCRATCH}/npm-cache`,
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    ...(certificates === null ? {} : Object.fromEntries(trusting.map((name) => [name, CERTIFICATES]))),
  };
}

/** The certificates of this machine may be the few that it trusts besides the usual ones. */
async function prepareCertificates(
  place: Place,
  { certificates }: HostRegistries,
  signal: AbortSignal,
): Promise<void> {
  if (certificates === null) return;
  const usual = '/etc/ssl/certs/ca-certificates.crt';
  await runCommand(place, `cat ${usual} ${HOST_CERTIFICATES} >${CERTIFICATES}`, {}, signal);
}

/** Runs one step, and looks at where it wrote if it is one of packages. */
async function runStep(
  place: Place,
  { command, isOfPackages }: Step,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const before = isOfPackages ? await changedPaths(place) : [];
  await runCommand(place, command, env, signal);
  if (!isOfPackages) return;
  const known = new Set(before);
  const written = (await changedPaths(place)).filter((path) => !known.has(path));
  await requireOwnPlaces(place, command, written);
}

const IS_FREE = '[ ! -e "/usr/sbin/$1" ] && [ ! -e "/usr/bin/$1" ]';

/** The engine's own record of what differs from the image that the container was made from. */
async function changedPaths({ container }: Place): Promise<string[]> {
  const changes: readonly { Path: string }[] | null = await container.changes();
  return (changes ?? []).map(({ Path }) => Path);
}

/** A package has no business elsewhere, nor the name of a program that is there: the harness and graders call those. */
async function requireOwnPlaces(place: Place, command: string, written: readonly string[]): Promise<void> {
  const elsewhere = written.find((path) => !OF_PACKAGES.test(path));
  if (elsewhere !== undefined) throw misplaced(command, elsewhere, 'which is no place of packages');
  for (const path of written.filter((one) => PROGRAM.test(one))) {
    const argv = ['/bin/sh', '-c', IS_FREE, 'is-free', posix.basename(path)];
    const limit = AbortSignal.timeout(WAIT_LIMIT_MS);
    const end = await followExec(place, { argv, user: ROOT }, limit, () => undefined);
    if (end?.exitCode !== 0) throw misplaced(command, path, 'in the place of a program that is there');
  }
}

function misplaced(command: string, path: string, why: string): Error {
  const advice = 'Leave that package out, or install what it needs in a Dockerfile';
  return new Error(`"${command}" wrote ${printable(path)}, ${why}. ${advice}.`);
}

/** What the harness runs in a sandbox, as an archive, whose bytes change with any change of it. */
async function programsIn({ container }: Place): Promise<string> {
  const archive = await container.getArchive({ path: OWN_PROGRAMS });
  const digest = createHash('sha256');
  for await (const chunk of archive) digest.update(chunk);
  return digest.digest('hex');
}

async function ownPrograms(
  connection: EngineConnection,
  build: EnvironmentBuild,
  signal: AbortSignal,
): Promise<string> {
  await using place = await startContainer(
    connection,
    build.base.tag,
    { ...build, name: null, network: 'none' },
    signal,
  );
  return await programsIn(place);
}

async function requireOwnPrograms(place: Place, programs: string): Promise<void> {
  if ((await programsIn(place)) === programs) return;
  throw new Error(
    `something changed the programs of Assay in ${OWN_PROGRAMS}, which every sandbox depends on`,
  );
}

async function runCommand(
  place: Place,
  command: string,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  let output = '';
  const argv = ['/bin/sh', '-ec', command];
  const end = await followExec(place, { argv, user: ROOT, env }, signal, (_stream, bytes) => {
    output = `${output}${bytes}`.slice(-KEPT_CHARACTERS);
  });
  if (end === null) throw new Error(`"${command}" did not end within ${BUILD_LIMIT_MS / 60_000} minutes`);
  if (end.exitCode !== 0) throw new Error(withEndOf(output, `"${command}" ended with ${end.exitCode}`));
}

async function commit({ container }: Place, tag: string): Promise<void> {
  const [, version] = tag.split(':');
  await container.commit({
    _query: { container: container.id, repo: ENVIRONMENT_REPOSITORY, tag: version, pause: true },
    _body: { User: '10001:10001', WorkingDir: '/workspace', Entrypoint: [], Cmd: ['bash'] },
  });
}
