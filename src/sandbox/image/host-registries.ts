import { readFile } from 'node:fs/promises';
import { AssayError } from '../../base/assay-error.ts';
import { hostPrograms, NO_WORKSPACES } from '../../host/host-programs.ts';
import { keyWithin } from '../../host/known-keys.ts';

/** How this machine reaches package registries. A build is told, and no image keeps it. */
export type HostRegistries = {
  /** Variables for the build: proxies, and the registries of pip and npm. */
  variables: Readonly<Record<string, string>>;
  /** Those of them that have a name or a password here, which no build is told: it runs commands of others. */
  withheld: readonly string[];
  /** Where Debian's packages come from, by release, as in `bookworm-security`. */
  debian: ReadonlyMap<string, string>;
  /** Certificates that this machine trusts besides the usual ones, in PEM; `null` if there are none. */
  certificates: Uint8Array | null;
};

const PROXIES = ['http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'];
const ASKING_LIMIT_MS = 20_000;
/** Programs find additional certificates in the files that these name. */
const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'PIP_CERT', 'CURL_CA_BUNDLE'];
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Asks the programs themselves where this machine's settings may be in any of their files. */
export async function hostRegistries(): Promise<HostRegistries> {
  const [npm, pip, extra, debian, certificates] = await Promise.all([
    said('npm', [NO_WORKSPACES, 'config', 'get', 'registry']),
    pipSetting('index-url'),
    pipSetting('extra-index-url'),
    debianMirrors(),
    hostCertificates(),
  ]);
  const registries = {
    npm_config_registry: npm,
    PIP_INDEX_URL: process.env['PIP_INDEX_URL'] ?? pip,
    PIP_EXTRA_INDEX_URL: process.env['PIP_EXTRA_INDEX_URL'] ?? extra,
    PIP_TRUSTED_HOST: process.env['PIP_TRUSTED_HOST'] ?? null,
  };
  const set = Object.entries({ ...proxies(), ...known(registries) });
  for (const [name, value] of [...set, ...debian]) requireNoKey(name, value);
  return {
    variables: Object.fromEntries(set.map(([name, value]) => [name, withoutCredentials(value)])),
    withheld: set.filter(([, value]) => withoutCredentials(value) !== value).map(([name]) => name),
    debian,
    certificates,
  };
}

/** A build of somebody's suite would send it to the registry, and could read it. */
function requireNoKey(name: string, url: string): void {
  const key = keyWithin(url);
  if (key === null) return;
  const what = `The registry or proxy ${name} of this machine contains the key ${key}, which would be sent there.`;
  throw new AssayError('IMAGE_BUILD_FAILED', `${what} Configure an address without it.`);
}

/** Names and passwords stand between the scheme, which proxies may lack, and the host. */
const CREDENTIALS = /^((?:[a-z][a-z\d+.-]*:\/\/)?)[^/?#]*@/i;

function withoutCredentials(value: string): string {
  return value
    .split(' ')
    .map((url) => url.replace(CREDENTIALS, '$1'))
    .join(' ');
}

/** Whether something that is configured is a server on this machine, which only its own network reaches. */
export function needsHostNetwork({ variables, debian }: HostRegistries): boolean {
  const urls = [...Object.values(variables).flatMap((value) => value.split(/\s+/)), ...debian.values()];
  return urls.some((url) => LOOPBACK.test(URL.parse(url)?.hostname ?? ''));
}

/** Both spellings, because programs read one or the other. */
function proxies(): Record<string, string> {
  const found = PROXIES.flatMap((name) => {
    const value = process.env[name] ?? process.env[name.toUpperCase()];
    return value === undefined ? [] : [[name, value] as const, [name.toUpperCase(), value] as const];
  });
  return Object.fromEntries(found);
}

/** Only registries on the web: a folder of this machine means nothing in a container. */
function known(registries: Record<string, string | null>): Record<string, string> {
  const named = Object.entries(registries).map(([name, value]) => [name, onTheWeb(value ?? '')] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== ''));
}

function onTheWeb(value: string): string {
  const words = value.split(/\s+/).filter((word) => !/^file:/.test(word) && !word.startsWith('/'));
  return words.join(' ');
}

async function pipSetting(name: string): Promise<string | null> {
  return await said('pip3', ['config', 'get', `global.${name}`]);
}

/** If this machine is a Debian, its own mirrors, by the names of their releases. */
async function debianMirrors(): Promise<Map<string, string>> {
  const format = '$(RELEASE) $(REPO_URI)';
  const listed = await said('apt-get', ['indextargets', '--format', format, 'Origin: Debian']);
  const lines = (listed ?? '').split('\n').map((line) => line.split(' '));
  return new Map(
    lines.flatMap(([release, uri]) => (release && uri ? [[release, withoutCredentials(uri)] as const] : [])),
  );
}

async function hostCertificates(): Promise<Uint8Array | null> {
  const files = CERTIFICATES.flatMap((name) => process.env[name] ?? []);
  for (const file of files) {
    const content = await readFile(file).catch(() => null);
    if (content !== null) return content;
  }
  return null;
}

/** `null` if the program is not there or has nothing to say. */
async function said(program: string, args: readonly string[]): Promise<string | null> {
  await using host = await hostPrograms();
  const { failed, stdout } = await host.run(program, args, { reject: false, timeout: ASKING_LIMIT_MS });
  const text = stdout?.trim() ?? '';
  return failed || text === '' || text === 'undefined' ? null : text;
}
