import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type {
  EgressDecision,
  EgressFixture,
  EgressOutcome,
  EgressPolicy,
} from '../../../contracts/egress.ts';
import type { McpTool } from '../../../contracts/mcp-server.ts';
import { BoundedBuffer } from '../../bytes/bounded-buffer.ts';
import type { ServiceSecret, ServiceTape } from '../../sandbox.ts';
import { keepFewAlive } from '../pipe/keep-few-alive.ts';
import { MAX_REQUESTS_PER_CONNECTION } from '../pipe/serve-requests.ts';
import type { BodyMeter } from './body-meter.ts';
import { fixtureFor, isAllowed, type Target } from './decide.ts';
import type { EgressLog } from './egress-log.ts';
import { forwardRequest } from './forward-request.ts';
import { digestOfHead, type NotedRequest } from './framed-requests.ts';
import { hearOut } from './hear-out.ts';
import { type Outbound, transportOf, untilClosed } from './outbound.ts';
import { playAnswer, recordAnswer } from './recorded-answer.ts';
import { askedOf, type ProxyRequest, type Scheme, targetOf } from './request-target.ts';
import { secretsFor } from './service-secrets.ts';

export type EgressRules = {
  policy: EgressPolicy;
  /** What fixtures answer with, by the names that they have for it. */
  files: ReadonlyMap<string, Uint8Array>;
  outbound: Outbound;
  log: EgressLog;
  /** For the services that are reached over TLS. */
  secrets: readonly ServiceSecret[];
  services: ServiceTape | null;
};

/** Serves one connection that carries HTTP. */
export type ServeHttp = (connection: Duplex, origin: HttpOrigin) => void;

/** The target of a connection, if it is known, and the callbacks for what it turns out to carry. */
export type HttpOrigin = {
  target: Target | null;
  scheme: Scheme;
  /** Called for each request that has an event in the log. */
  onRequest: (asked: Target, request: NotedRequest) => void;
  onMalformed: () => void;
  /** Called when a tunnel is asked for, which then has the rest of the connection. */
  onTunnel: (target: Target, request: NotedRequest) => Promise<void>;
};

/** The connection ended in the middle of a request, which does not make it malformed. */
const BROKEN_OFF = 'HPE_INVALID_EOF_STATE';

/** Serves HTTP as a proxy does, or as whatever server the client believes it has reached. */
export function answerHttp(rules: EgressRules): ServeHttp {
  const origins = new WeakMap<object, HttpOrigin>();
  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const origin = origins.get(incoming.socket);
    const asked = askedOf(incoming, origin?.target ?? null, origin?.scheme ?? 'http');
    const noted = noteRequest(rules, asked);
    origin?.onRequest(asked, { digest: digestOf(incoming), body: noted.body.counted });
    // A connection that breaks off has nobody left to answer.
    answer(rules, noted, incoming, outgoing)
      .then(noted.settle, () => outgoing.destroy())
      .finally(noted.end);
  };
  // The log has an event for every request, so the server must not answer any by itself.
  const server = createServer({ requireHostHeader: false }, onRequest);
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  server.on('checkExpectation', onRequest);
  keepFewAlive(server);
  server.on('connect', (incoming: IncomingMessage, connection: Duplex, head: Buffer) => {
    const target = targetOf(incoming.url ?? '', 443);
    const noted = { digest: digestOf(incoming), body: { bytes: 0 } };
    const origin = origins.get(connection);
    origin?.onRequest(target, noted);
    connection.unshift(head);
    origin?.onTunnel(target, noted).catch(() => connection.destroy());
  });
  server.on('dropRequest', (_incoming, connection) => {
    rules.log.miss();
    connection.destroy();
  });
  server.on('clientError', (error, connection) => {
    const isBrokenOff = 'code' in error && error.code === BROKEN_OFF;
    if (!connection.destroyed && !isBrokenOff) origins.get(connection)?.onMalformed();
    hearOut(connection);
  });
  return (connection, origin) => {
    origins.set(connection, origin);
    server.emit('connection', connection);
  };
}

function digestOf({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): string {
  return digestOfHead({ method, url, httpVersion, rawHeaders });
}

type NotedAttempt = {
  asked: ProxyRequest;
  fixture: EgressFixture | null;
  decision: EgressDecision;
  body: BodyMeter;
  /** Says what came of it. Until then, it counts as abandoned if it was not refused. */
  settle: (outcome: EgressOutcome | null) => void;
  /** Called once the body was read, or never will be. */
  end: () => void;
};

function noteRequest({ policy, services, log }: EgressRules, asked: ProxyRequest): NotedAttempt {
  const fixture = fixtureFor(policy, asked.method, asked.url);
  const allowed = services?.kind === 'replay' ? 'replayed' : 'forwarded';
  const decision: EgressDecision = fixture ? 'fixture' : isAllowed(policy, asked) ? allowed : 'denied';
  const { host, port, scheme, method, path, headers } = asked;
  const meter = log.openBody({ host, port });
  const atMs = log.now();
  const known = { kind: 'http' as const, atMs, host, port, decision, scheme, method, path, headers };
  let outcome: EgressOutcome | null = decision === 'denied' ? null : { kind: 'abandoned' };
  const end = log.follow(() => ({ ...known, body: meter.body, ...(outcome === null ? {} : { outcome }) }));
  const settle = (settled: EgressOutcome | null) => {
    outcome = settled;
  };
  return { asked, fixture, decision, body: meter, settle, end };
}

/** Answers a request, and says what came of it; `null` if it was refused. */
async function answer(
  rules: EgressRules,
  noted: NotedAttempt,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<EgressOutcome | null> {
  const { asked, fixture, decision, body } = noted;
  if (decision === 'forwarded') return await reachHost(rules, noted, incoming, outgoing);
  if (fixture?.mcp !== undefined) return await playMcp(fixture.mcp.tools, noted, incoming, outgoing);
  await readToEnd(incoming, body);
  if (fixture !== null) {
    const { bodyFile } = fixture;
    const content = bodyFile === undefined ? fixture.body : rules.files.get(bodyFile);
    // Their length is known only to an answer whose head is not written yet.
    outgoing.statusCode = fixture.status;
    for (const [name, value] of Object.entries(fixture.headers)) outgoing.setHeader(name, value);
    outgoing.end(content);
    return { kind: 'answered', status: fixture.status };
  }
  if (decision !== 'replayed' || rules.services?.kind !== 'replay') {
    refuse(outgoing, 403, asked, 'cannot be reached from here');
    return null;
  }
  const played = await playAnswer(rules.services, { asked, body }, outgoing);
  if ('failure' in played) refuse(outgoing, 502, asked, played.failure);
  return 'failure' in played ? { kind: 'failed', reason: played.failure } : { kind: 'answered', ...played };
}

/** The server is loaded here: few suites have one. */
async function playMcp(
  tools: readonly McpTool[],
  { asked, body }: NotedAttempt,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<EgressOutcome> {
  const { answerMcp, MAX_MCP_BYTES } = await import('./answer-mcp.ts');
  // One byte more shows that it is too long.
  const kept = new BoundedBuffer(MAX_MCP_BYTES + 1);
  await readToEnd(incoming, { push: (chunk) => [body, kept].map((each) => each.push(chunk)) });
  const { method, url, headers } = asked;
  const sent = method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(kept.content) };
  const named = headers.map(({ name, value }): [string, string] => [name, value]);
  const signal = untilClosed(outgoing);
  const response = await answerMcp(tools, new Request(url, { method, headers: named, signal, ...sent }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body), outgoing);
  return { kind: 'answered', status: response.status };
}

async function reachHost(
  rules: EgressRules,
  { asked, body }: NotedAttempt,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<EgressOutcome> {
  const { services, outbound } = rules;
  const client = untilClosed(outgoing);
  const reached = await outbound.reach(transportOf(asked.scheme), asked, client);
  if ('failure' in reached) {
    await readToEnd(incoming, body);
    refuse(outgoing, 502, asked, reached.failure);
    return client.aborted ? { kind: 'abandoned' } : { kind: 'failed', reason: reached.why };
  }
  const kept = services?.kind === 'record' ? recordAnswer(services, { asked, body }) : null;
  const { socket } = reached;
  const secrets = secretsOf(rules, asked);
  const outcome = await forwardRequest({ asked, body, socket, secrets, kept }, incoming, outgoing);
  const isKept = kept?.end(outcome.kind === 'answered') ?? true;
  return outcome.kind === 'answered' && !isKept ? { ...outcome, unrecorded: true } : outcome;
}

/** What follows the body is another request. */
async function readToEnd(incoming: IncomingMessage, body: { push(chunk: Buffer): void }): Promise<void> {
  for await (const chunk of incoming) body.push(chunk);
}

function secretsOf({ secrets }: EgressRules, asked: ProxyRequest): ServiceSecret[] {
  return asked.scheme === 'https' ? secretsFor(secrets, asked) : [];
}

function refuse(outgoing: ServerResponse, status: number, { host }: ProxyRequest, why: string): void {
  const text = `${host ?? 'This host'} ${why}.\n`;
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}
