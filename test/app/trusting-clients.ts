import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, type TlsOptions } from 'node:tls';
import { expect, onTestFinished } from 'vitest';
import { EgressPolicy } from '../../src/contracts/egress.ts';
import type { Outside } from '../../src/sandbox/network/egress/reach.ts';
import { CertificateAuthority } from '../../src/sandbox/network/tls/certificate-authority.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { tarGzOf } from '../sources/archive/tar-of.ts';
import { zipOf } from '../sources/archive/zip-of.ts';
import { printed, type provide } from './provided-image.ts';

const WHEEL = zipOf([
  { name: 'tiny.py', content: 'ANSWER = 42\n' },
  { name: 'tiny-1.0.dist-info/METADATA', content: 'Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n' },
  {
    name: 'tiny-1.0.dist-info/WHEEL',
    content: 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  },
  { name: 'tiny-1.0.dist-info/RECORD', content: '' },
]);
const TARBALL = await tarGzOf([
  { name: 'package/package.json', content: '{"name": "tiny", "version": "1.2.3"}' },
  { name: 'package/index.js', content: 'module.exports = 43;\n' },
]);
const INDEX = '<a href="https://pypi.example/f/tiny-1.0-py3-none-any.whl">tiny-1.0-py3-none-any.whl</a>';
const PACKAGE = JSON.stringify({
  ...{ name: 'tiny', 'dist-tags': { latest: '1.2.3' } },
  versions: {
    '1.2.3': { name: 'tiny', version: '1.2.3', dist: { tarball: 'https://npm.example/f/tiny-1.2.3.tgz' } },
  },
});
const HTML = { 'content-type': 'text/html' };

const FIXTURES = EgressPolicy.parse({
  kind: 'fixtures',
  fixtures: [
    { url: '^https://pypi\\.example/simple/tiny/$', headers: HTML, body: INDEX },
    { url: '^https://pypi\\.example/f/', bodyFile: 'tiny.whl' },
    { url: '^https://npm\\.example/tiny$', body: PACKAGE },
    { url: '^https://npm\\.example/f/', bodyFile: 'tiny.tgz' },
    { url: '^https://api\\.example/', body: 'answer' },
  ],
});
const ANSWERS = [
  { path: 'tiny.whl', content: WHEEL },
  { path: 'tiny.tgz', content: TARBALL },
];

/** What brings clients with certificates of their own. */
export const HTTPS_CLIENTS = {
  debian: ['python3-requests', 'python3-httpx', 'python3-pip'],
  npm: ['axios@1', 'npm@11'],
};

const GETS = [
  `python3 -c 'import requests; print(requests.get("https://api.example/").text)'`,
  `python3 -c 'import httpx; print(httpx.get("https://api.example/").text)'`,
  `python3 -c 'import urllib.request as u; print(u.urlopen("https://api.example/").read().decode())'`,
  `node -e 'require("axios").get("https://api.example/").then((answer) => console.log(answer.data))'`,
  `node -e 'fetch("https://api.example/").then((answer) => answer.text()).then(console.log)'`,
  `node -e 'require("https").get("https://api.example/", (r) => r.on("data", (d) => console.log(String(d))))'`,
];
const INSTALLS = [
  'pip install --quiet --target /tmp/p --index-url https://pypi.example/simple/ tiny >/dev/null 2>/tmp/pip || cat /tmp/pip',
  'PYTHONPATH=/tmp/p python3 -c "import tiny; print(tiny.ANSWER)"',
  'npm install --silent --prefix /tmp/n --registry https://npm.example/ tiny >/dev/null',
  `node -e 'console.log(require("/tmp/n/node_modules/tiny"))'`,
];
const CLONE = 'git clone --quiet https://git.example/repo.git /tmp/r && cat /tmp/r/hello';

type Provided = Awaited<ReturnType<typeof provide>>;

/** Clients with certificates of their own trust the authority of a sandbox, and work with what answers them. */
export async function expectTrustingClients(provided: Provided): Promise<void> {
  const commands = [...GETS, ...INSTALLS].join('; ');
  const expected = [...GETS.map(() => 'answer'), '42', '43'];
  expect(await printed(provided, commands, { network: FIXTURES, answers: ANSWERS })).toEqual(expected);
  const allowed = EgressPolicy.parse({ kind: 'allow', hosts: ['*.example'] });
  const real = { network: allowed, outside: await startHosts() };
  expect(await printed(provided, `${commands}; ${CLONE}`, real)).toEqual([...expected, 'hello from git']);
}

/** A server on the loopback that stands for all hosts, with a certificate of its own authority. */
async function startHosts(): Promise<Outside> {
  const authority = new CertificateAuthority();
  const repository = bareRepository();
  const names: TlsOptions = {
    SNICallback: (name, done) => done(null, createSecureContext(authority.credentialsFor(name))),
  };
  const server = createServer(names, ({ url = '', headers }, outgoing) => {
    const { pathname } = new URL(url, `https://${headers.host}`);
    const found = contentOf(`${headers.host}${pathname}`, repository);
    if (found === null) outgoing.writeHead(404).end();
    else outgoing.writeHead(200, pathname.startsWith('/simple/') ? HTML : {}).end(found);
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { placeOf: async () => ({ address: '127.0.0.1', port }), authorities: () => [authority.pem] };
}

function contentOf(place: string, repository: string): string | Uint8Array | null {
  if (place === 'api.example/') return 'answer';
  if (place === 'pypi.example/simple/tiny/') return INDEX;
  if (place.startsWith('pypi.example/f/')) return WHEEL;
  if (place === 'npm.example/tiny') return PACKAGE;
  if (place.startsWith('npm.example/f/')) return TARBALL;
  if (!place.startsWith('git.example/repo.git/')) return null;
  try {
    return readFileSync(join(repository, place.slice('git.example/repo.git/'.length)));
  } catch {
    // A client asks for more than there is, and goes on without it.
    return null;
  }
}

/** A repository that can be cloned from a server that knows nothing of git. */
function bareRepository(): string {
  const folder = temporaryFolder();
  const git = (...words: string[]) => execFileSync('git', ['-C', folder, ...words], { stdio: 'pipe' });
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  git('init', '--quiet', '--bare', '--initial-branch=main');
  const blob = execFileSync('git', ['-C', folder, 'hash-object', '-w', '--stdin'], {
    input: 'hello from git\n',
  });
  const entry = `100644 blob ${`${blob}`.trim()}\thello\n`;
  const tree = execFileSync('git', ['-C', folder, 'mktree'], { input: entry });
  const commit = git(...author, 'commit-tree', `${tree}`.trim(), '-m', 'first');
  git('update-ref', 'refs/heads/main', `${commit}`.trim());
  git('update-server-info');
  return folder;
}
