import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { forward } from './forward.ts';
import { type BodyLimits, readBody } from './read-body.ts';
import { refusal } from './refusal.ts';
import { type SessionOptions, type SessionReport, TrialSession } from './trial-session.ts';
import type { Route, Wire } from './wire.ts';
import { openaiChat } from './wires/openai-chat.ts';
import { WIRES } from './wires.ts';

export type { SessionOptions, SessionReport };

const BODY_LIMITS: BodyLimits = { maxBytes: 32 * 1024 * 1024, timeoutMs: 60_000 };

/** One trial's access to the gateway: good from opening to closing, and for nothing else. */
export type GatewaySession = Disposable & {
  token: string;
  /** The gateway as this trial's own sandbox sees it: there is no other session, whatever token is shown. */
  fetch(request: Request): Promise<Response>;
  report(): SessionReport;
  /** What is to be taken off a clock around the agent; below zero where a replay saved the model's time. */
  offClockMs(): number;
};

export type Gateway = {
  openSession(options: SessionOptions): GatewaySession;
  /** The handler, for clients in this process and for whatever carries requests out of a sandbox. */
  fetch(request: Request): Promise<Response>;
};

type Sessions = Map<string, TrialSession>;

const monotonicMs = () => performance.now();

/** The one place that model requests pass: checks the trial's token, meters, bounds, watches and answers. */
export function createGateway(): Gateway {
  const sessions: Sessions = new Map();
  return { openSession: (options) => openSession(sessions, options), fetch: handlerFor(sessions) };
}

function openSession(sessions: Sessions, options: SessionOptions): GatewaySession {
  const token = `assay-${randomBytes(24).toString('hex')}`;
  const session = new TrialSession(options, monotonicMs);
  const own = new Map([[token, session]]);
  sessions.set(token, session);
  return {
    token,
    fetch: handlerFor(own),
    report: () => session.report(),
    offClockMs: () => session.offClockMs(),
    [Symbol.dispose]() {
      sessions.delete(token);
      own.clear();
    },
  };
}

function handlerFor(sessions: Sessions): Gateway['fetch'] {
  const app = new Hono();
  // Says that somebody listens and nothing else, so it needs no token.
  app.get('/health', (context) => context.json({ status: 'ok' }));
  for (const wire of WIRES) {
    for (const route of wire.routes) {
      const { method, path, isFor = () => true } = route;
      app.on(method, path, async ({ req: { raw } }, next) =>
        isFor(raw.headers) ? await handle({ wire, route, sessions }, raw) : await next(),
      );
    }
  }
  app.notFound(({ req: { raw } }) => refuseUnknown(sessions, raw));
  return async (request) => app.fetch(request);
}

type Place = { wire: Wire; route: Route; sessions: Sessions };

async function handle({ wire, route, sessions }: Place, raw: Request): Promise<Response> {
  const url = new URL(raw.url);
  const { headers, signal } = raw;
  const session = sessions.get(wire.tokenOf(headers, url) ?? '');
  if (session === undefined) return refusal(wire, 'unauthorized', 'This token is good for no running trial.');
  const body = await readBody(raw, BODY_LIMITS);
  if (body === 'too-large')
    return refusal(wire, body, `Request bodies end at ${BODY_LIMITS.maxBytes} bytes.`);
  if (body === 'too-slow') return refusal(wire, body, 'The end of the request did not come.');
  const request = route.method === 'GET' ? null : wire.readRequest(jsonIn(body), url);
  if (request === null && route.method !== 'GET')
    return refusal(wire, 'invalid', `The body is not a request of ${wire.id}.`);
  const admission = session.admit(route);
  if ('refused' in admission) return refusal(wire, 'budget', admission.refused);
  const { index } = admission;
  const call = { wire, route, url, headers, body, request, index };
  return await forward(session, call, { signal, monotonicMs });
}

/** A path of no wire has no form of its own; the commonest one is understood best. */
function refuseUnknown(sessions: Sessions, { headers, url }: Request): Response {
  const isKnown = WIRES.some((wire) => sessions.has(wire.tokenOf(headers, new URL(url)) ?? ''));
  return isKnown
    ? refusal(openaiChat, 'not-found', 'There is no such path here.')
    : refusal(openaiChat, 'unauthorized', 'This token is good for no running trial.');
}

function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    // Not JSON is not a request of any wire; the caller answers so.
    return null;
  }
}
