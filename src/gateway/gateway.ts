import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { messageOf } from '../base/assay-error.ts';
import { extentOf, hasOneReading, type JsonSize } from '../base/json-extent.ts';
import type { Asker } from '../contracts/asker.ts';
import type { EgressEvent } from '../contracts/egress.ts';
import type { SideLabel } from '../contracts/side-requests.ts';
import { type FullRequest, MOST_IN_REQUEST, readFullRequest } from '../traffic/full-request.ts';
import type { KeptRequest } from '../traffic/kept-answers.ts';
import type { KeptRoute, RequestFault, Route, Wire } from '../traffic/wire.ts';
import { isShared, WIRES, wireOfClient } from '../traffic/wires.ts';
import { answerKept } from './answer-kept.ts';
import { askControl, askLastAgain, type Control, type ControlOptions } from './check-provider.ts';
import type { ReadWork } from './clock/idle-waits.ts';
import { forward } from './forward.ts';
import type { HeldPart } from './http/byte-budget.ts';
import { type BodyLimits, readBody } from './http/read-body.ts';
import { refusal } from './http/refusal.ts';
import {
  MOST_REFERRED_BYTES,
  type SessionOptions,
  type SessionReport,
  TrialSession,
} from './session/trial-session.ts';
import type { UpstreamCall } from './upstreams/upstream.ts';
import type { Recorded } from './wire-log/wire-recorder.ts';

export type { Control, SessionOptions, SessionReport };

type AskAgain = Omit<ControlOptions, 'monotonicMs'>;

/** The limits for one request. */
const BODY_LIMITS: BodyLimits = { maxBytes: 32 * 1024 * 1024, timeoutMs: 60_000 };
const TOO_MUCH_OPEN = 'The open requests of this trial refer to too much together.';
const REFERRED_TO_TOO_MUCH = `All that the requests of a trial refer to ends at ${MOST_REFERRED_BYTES} bytes.`;

/** One trial's access to the gateway, valid from opening to closing and for nothing else. */
export type GatewaySession = Disposable & {
  token: string;
  /** The gateway as this trial's own sandbox sees it: no other session exists, whatever token is shown. */
  fetch(request: Request, asker?: Asker | null): Promise<Response>;
  /**
   * Ends the trial for the gateway: all its work stops, and open requests count as left.
   * Disposing does the same.
   */
  close(): void;
  /** From now on, what is done in the sandbox while the trial waits is its agent's own time. */
  takeWorkOff(read: ReadWork): void;
  /** Finishes `offClockMs`. Call this once the session is closed, while its sandbox can still be read. */
  settleClock(): Promise<void>;
  /** Aborted a moment after the agent was told that a budget is used up: it must not go on for ever. */
  overBudget: AbortSignal;
  report(): SessionReport;
  /** The refused requests for which the provider was to reach out by itself, as attempts to reach the network. */
  outreaches(): readonly EgressEvent[];
  /** Asks the provider a question of the harness's own. It is asked once the trial is over. */
  askControl(options: AskAgain): Promise<Control>;
  /** Asks the provider again for what it has failed at last. It is asked once the trial is over. */
  askLastAgain(options: AskAgain): Promise<Control>;
  /** Does the harness's work between two turns of the agent: what is open counts as left, and no clock runs. */
  betweenTurns<T>(work: () => Promise<T>): Promise<T>;
  /** Milliseconds since the trial's first request, as the record counts them. */
  sinceStartMs(): number;
  /** Returns what has gone over the wire so far, compressed, while the trial goes on. */
  wireSoFar(): Promise<Uint8Array>;
  /** Returns everything that has gone over the wire, compressed. May be called once. */
  wire(): Promise<Recorded>;
  /** The time to subtract from a clock around the agent; below zero where a replay saved the model's time. */
  offClockMs(): number;
  /** The time that may yet turn out to be subtracted too, because a provider has not started to answer. */
  undecidedMs(): number;
};

export type Gateway = {
  openSession(options: SessionOptions): GatewaySession;
  /** The request handler, for clients in this process and for whatever carries requests out of a sandbox. */
  fetch(request: Request): Promise<Response>;
};

type Sessions = Map<string, TrialSession>;

const monotonicMs = () => performance.now();

/**
 * The one place that model requests pass through. It checks the trial's token, meters,
 * enforces limits, watches and answers.
 */
export function createGateway(limits: BodyLimits = BODY_LIMITS): Gateway {
  const sessions: Sessions = new Map();
  return {
    openSession: (options) => openSession(sessions, options, limits),
    fetch: handlerFor(sessions, limits),
  };
}

function openSession(sessions: Sessions, options: SessionOptions, limits: BodyLimits): GatewaySession {
  const token = `assay-${randomBytes(24).toString('hex')}`;
  const session = new TrialSession(options, { token, monotonicMs });
  const own = new Map([[token, session]]);
  sessions.set(token, session);
  const close = () => {
    session.close();
    sessions.delete(token);
    own.clear();
  };
  return {
    token,
    close,
    fetch: handlerFor(own, limits),
    takeWorkOff: (read) => session.takeWorkOff(read),
    settleClock: () => session.settleClock(),
    overBudget: session.overBudget,
    report: () => session.report(),
    outreaches: () => session.outreaches,
    askControl: (options) => askControl(session, { ...options, monotonicMs }),
    askLastAgain: (options) => askLastAgain(session, { ...options, monotonicMs }),
    betweenTurns: (work) => session.betweenTurns(work),
    sinceStartMs: () => session.sinceStartMs(),
    wireSoFar: () => session.wireSoFar(),
    wire: () => session.wire(),
    offClockMs: () => session.offClockMs(),
    undecidedMs: () => session.undecidedMs(),
    [Symbol.dispose]: close,
  };
}

function handlerFor(sessions: Sessions, limits: BodyLimits): GatewaySession['fetch'] {
  const app = new Hono<Asked>();
  // It only says that the gateway is listening, so it needs no token.
  app.get('/health', (context) => context.json({ status: 'ok' }));
  for (const wire of WIRES) {
    for (const route of wire.routes) {
      const { method, path } = route;
      const takes = isShared(route) ? wire.isFromClient : () => true;
      app.on(method, path, async ({ req: { raw }, env }, next) =>
        takes(raw.headers, new URL(raw.url))
          ? await handle({ wire, route, sessions, limits }, raw, env.asker)
          : await next(),
      );
    }
  }
  for (const wire of WIRES) {
    for (const route of wire.keeping?.routes ?? [])
      app.on(route.method, route.path, ({ req }) =>
        handleKept({ wire, route, sessions }, req.raw, req.param('id') ?? ''),
      );
  }
  app.onError((error, { req: { raw } }) => {
    const wire = wireOfClient(raw.headers, new URL(raw.url));
    return refusal(wire, 'server-error', `The gateway failed: ${messageOf(error)}`);
  });
  app.notFound(({ req: { raw } }) => refuseUnknown(sessions, raw));
  return async (request, asker = null) => app.fetch(request, { asker });
}

type Asked = { Bindings: { asker: Asker | null } };

function handleKept(
  { wire, route, sessions }: { wire: Wire; route: KeptRoute; sessions: Sessions },
  raw: Request,
  id: string,
): Response {
  const url = new URL(raw.url);
  const session = sessionOf(sessions, wire, raw);
  return session === undefined
    ? unauthorized(wire)
    : answerKept({ wire, action: route.action, id, url }, session.answersSoFar());
}

function sessionOf(sessions: Sessions, wire: Wire, { headers, url }: Request): TrialSession | undefined {
  return sessions.get(wire.tokenOf(headers, new URL(url)) ?? '');
}

function unauthorized(wire: Wire): Response {
  return refusal(wire, 'unauthorized', 'This token is good for no running trial.');
}

type Place = { wire: Wire; route: Route; sessions: Sessions; limits: BodyLimits };

async function handle(
  { wire, route, sessions, limits }: Place,
  raw: Request,
  asker: Asker | null,
): Promise<Response> {
  const url = new URL(raw.url);
  const session = sessionOf(sessions, wire, raw);
  if (session === undefined) return unauthorized(wire);
  const exit = session.enter(raw);
  if (exit === null) return refusal(wire, 'rate-limited', 'This trial has too many requests open at a time.');
  const held = session.bodies.open();
  const leave = () => {
    held[Symbol.dispose]();
    exit();
  };
  try {
    const askedBy = session.askedBy(asker);
    const admitted = await admit(session, held, { wire, route, limits, askedBy }, raw);
    if (admitted instanceof Response) {
      leave();
      return admitted;
    }
    const signal = AbortSignal.any([raw.signal, session.closed]);
    const { kept, label, ...asked } = admitted;
    const call = { wire, route, url, headers: raw.headers, askedBy, ...asked };
    return await forward(session, call, { signal, monotonicMs, leave, kept, label });
  } catch (error) {
    leave();
    throw error;
  }
}

type Admitted = Pick<UpstreamCall, 'body' | 'request' | 'index'> & {
  kept: KeptRequest | null;
  label: SideLabel | null;
};

/** Returns what to forward to the model's side, or the refusal. */
async function admit(
  session: TrialSession,
  held: HeldPart,
  { wire, route, limits, askedBy }: Omit<Place, 'sessions'> & { askedBy: Asker | null },
  raw: Request,
): Promise<Admitted | Response> {
  const body = await readBody(raw, limits, held);
  if (body === 'too-large') return refusal(wire, body, `Request bodies end at ${limits.maxBytes} bytes.`);
  if (body === 'too-slow') return refusal(wire, body, 'The end of the request did not come.');
  const { parts, depth } = MOST_IN_REQUEST;
  const extent = extentOf(body, MOST_IN_REQUEST);
  if (extent === null) return refusal(wire, 'too-large', `Requests end at ${parts} parts, ${depth} deep.`);
  const size = { bytes: body.length, ...extent };
  const full = route.method === 'GET' ? null : readRequest(session, wire, { body, size }, new URL(raw.url));
  if (full !== null && 'fault' in full) {
    if (full.outreach !== undefined) session.noteOutreach(full);
    return refusal(wire, 'invalid', full.fault, full.field);
  }
  const referredBytes = full?.referredBytes ?? 0;
  if (!held.take(referredBytes)) return refusal(wire, 'too-large', TOO_MUCH_OPEN);
  if (!session.mayReferTo(referredBytes)) return refusal(wire, 'invalid', REFERRED_TO_TOO_MUCH);
  const admission = session.admit({ wire, route, askedBy }, full?.request ?? null);
  if ('refused' in admission) return refusal(wire, 'budget', admission.refused);
  return { body, request: full?.request ?? null, kept: full && { ...full, body }, ...admission };
}

function refuseUnknown(sessions: Sessions, { method, headers, url: address }: Request): Response {
  const url = new URL(address);
  const wire = wireOfClient(headers, url);
  const isKnown = WIRES.some((wire) => sessions.has(wire.tokenOf(headers, url) ?? ''));
  return isKnown
    ? refusal(wire, 'not-found', `The gateway does not offer ${method} ${url.pathname}.`)
    : unauthorized(wire);
}

function readRequest(
  session: TrialSession,
  wire: Wire,
  { body, size }: { body: Uint8Array; size: JsonSize },
  url: URL,
): FullRequest | RequestFault {
  const parsed = parsedJson(body);
  return 'fault' in parsed
    ? parsed
    : readFullRequest(wire, { json: parsed.json, size }, url, session.answersSoFar());
}

/** A provider is sent the bytes, so that it has to read in them what was read here. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const TWO_READINGS =
  'The body has an object with two members of one name. Expected each name once in an object.';

function parsedJson(body: Uint8Array): { json: unknown } | RequestFault {
  try {
    const json: unknown = JSON.parse(UTF_8.decode(body));
    return hasOneReading(body, json) ? { json } : { field: null, fault: TWO_READINGS };
  } catch (error) {
    return { field: null, fault: `The body is not JSON: ${messageOf(error)}` };
  }
}
