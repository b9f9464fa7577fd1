import { Readable } from 'node:stream';
import { type BuildContainer, fileAt, folderAt, put, runCommand } from './build-container.ts';
import { type EnvironmentRecipe, givenFiles, NPM_FOLDER, placedFiles, SCRATCH } from './environment.ts';
import type { HostRegistries } from './host-registries.ts';

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

type Filling = {
  recipe: EnvironmentRecipe;
  /** The package of npm itself; `null` if there is nothing to install with it. */
  npm: Uint8Array | null;
  registries: HostRegistries;
};

/** Puts the files of a recipe into a container, and how packages are found from there. */
export async function fill(
  { container }: BuildContainer,
  { recipe, npm, registries }: Filling,
): Promise<void> {
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

export function buildVariables({ variables, certificates }: HostRegistries): Record<string, string> {
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
export async function prepareCertificates(
  place: BuildContainer,
  { certificates }: HostRegistries,
  signal: AbortSignal,
): Promise<void> {
  if (certificates === null) return;
  const usual = '/etc/ssl/certs/ca-certificates.crt';
  await runCommand(place, `cat ${usual} ${HOST_CERTIFICATES} >${CERTIFICATES}`, {}, signal);
}
