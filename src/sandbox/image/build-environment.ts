import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import type { EngineConnection } from '../docker/connect-engine.ts';
import { ROOT } from '../docker/container-options.ts';
import { interrupted, isGone, isTaken } from '../docker/engine-fault.ts';
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
  OPEN_DOCKERFILE,
  placedFiles,
  SCRATCH,
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
 * Builds the image of an environment: what a suite installs on top of the image that its agent works in. The
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
  progress(`building ${build.image.tag} from ${build.base.tag}`);
  try {
    const stages = stagesOf(build.image);
    await using ended = new AsyncDisposableStack();
    ended.defer(() => forgetStages(connection, stages));
    const from = await startingImage(connection, { ...build, stages }, progress, limit);
    await using place = await startContainer(connection, from, build, limit);
    // Another process may have built it while this one waited for the container's name.
    if ((await findImage(connection, build.image.tag)) !== null) return;
    await fill(place, build);
    await prepareCertificates(place, build.registries, limit);
    for (const { command } of stepsOf(build.recipe)) {
      progress(command);
      await runStep(place, command, buildVariables(build.registries), limit);
    }
    await commit(place, build.image.tag);
  } catch (cause) {
    if (signal.aborted) throw interrupted();
    if (cause instanceof AssayError) throw cause;
    const message = `The environment of suite "${build.recipe.suite}" could not be built: ${messageOf(cause).trim()}`;
    throw new AssayError('IMAGE_BUILD_FAILED', message, { cause });
  }
}

/** The suite's own Dockerfile comes first, if there is one. */
async function startingImage(
  connection: EngineConnection,
  { stages, base, recipe, registries }: EnvironmentBuild & { stages: Stages },
  progress: Progress,
  signal: AbortSignal,
): Promise<string> {
  if (dockerfileOf(recipe) === null) return base.tag;
  const { opened, made } = stages;
  const opening = [fileAt('/Dockerfile', new TextEncoder().encode(OPEN_DOCKERFILE))];
  await buildFromDockerfile(
    connection,
    { tag: opened, base: base.tag, files: opening },
    () => undefined,
    signal,
  );
  const files = recipe.files.map((file) => ({ ...file, path: `/${file.path}` }));
  const build = { tag: made, base: opened, files, variables: proxiesOf(registries) };
  await buildFromDockerfile(connection, build, progress, signal);
  const [layers, under] = await Promise.all([layersOf(connection, made), layersOf(connection, opened)]);
  if (under.every((layer, index) => layers[index] === layer)) return made;
  const expected = 'expected its last stage to begin with the lines ARG BASE_IMAGE and FROM $BASE_IMAGE';
  throw new AssayError(
    'INPUT_INVALID',
    `environment/Dockerfile: ${expected}, found an image that does not stand on the sandbox image.`,
  );
}

/** The images under an environment's own while it is built, by names that no other build uses. */
type Stages = { opened: string; made: string };

function stagesOf({ tag }: SandboxImage): Stages {
  const build = randomUUID();
  return { opened: `${tag}-opened-${build}`, made: `${tag}-made-${build}` };
}

/** What stands on them keeps their layers, and they go when it does. */
async function forgetStages({ docker }: EngineConnection, stages: Stages): Promise<void> {
  for (const tag of Object.values(stages))
    await docker
      .getImage(tag)
      .remove({ noprune: true })
      .catch((cause: unknown) => {
        if (!isGone(cause)) throw cause;
      });
}

/** The only arguments of a build that no image keeps. */
function proxiesOf({ variables }: HostRegistries): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => /_proxy$/i.test(name)));
}

async function layersOf({ docker }: EngineConnection, tag: string): Promise<readonly string[]> {
  const { RootFS } = await docker.getImage(tag).inspect();
  return RootFS.Layers ?? [];
}

type Place = RunningContainer & AsyncDisposable;

/**
 * The container lives as long as its input is open, so it ends with this process, however that ends; the
 * engine then removes it and its volume.
 */
async function startContainer(
  { docker, streams }: EngineConnection,
  from: string,
  { image, recipe, registries }: EnvironmentBuild,
  signal: AbortSignal,
): Promise<Place> {
  const container = await createOnce(docker, signal, {
    name: image.tag.replace(':', '-'),
    Image: from,
    User: ROOT,
    Entrypoint: ['/bin/cat'],
    Cmd: [],
    ...{ AttachStdin: true, OpenStdin: true, StdinOnce: true },
    Env: Object.entries(variablesOf(recipe.environment)).map(([name, value]) => `${name}=${value}`),
    Labels: { assay: '1', [ENVIRONMENT_LABEL]: recipe.suite },
    HostConfig: {
      AutoRemove: true,
      NetworkMode: needsHostNetwork(registries) ? 'host' : 'default',
      Mounts: [{ Type: 'volume', Source: '', Target: SCRATCH }],
      LogConfig: { Type: 'none', Config: {} },
    },
  });
  const attached = streams.getContainer(container.id);
  const input = await attached.attach({ stream: true, stdin: true, hijack: true, abortSignal: signal });
  await container.start();
  return {
    container,
    streams,
    async [Symbol.asyncDispose]() {
      input.end();
      await removed(container);
    },
  };
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
  await runStep(place, `cat ${usual} ${HOST_CERTIFICATES} >${CERTIFICATES}`, {}, signal);
}

async function runStep(
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
