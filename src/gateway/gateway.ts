import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { messageOf } from '../base/assay-error.ts';
import type { SkillSighting } from '../contracts/evidence.ts';
import type { Usage } from '../contracts/transcript.ts';
import { type ErrorKind, HTTP_STATUS } from './gateway-error.ts';
import { SkillWatch, type WatchedSkill } from './skill-watch.ts';
import type { Upstream } from './upstream.ts';
import { UsageMeter } from './usage-meter.ts';
import type { ModelRequest, Wire } from './wire.ts';
import { WIRES } from './wires.ts';

const MAX_BODY_BYTES = 32 * 1024 * 1024;

export type SessionOptions = { upstream: Upstream; skill: WatchedSkill; maxTokens: number | null };

export type SessionReport = {
  usage: Usage;
  requests: number;
  sightings: readonly SkillSighting[];
  budgetReached: boolean;
  /** Faults of the upstream, which are never the agent's. */
  upstreamErrors: readonly string[];
};

/** One trial's access to the gateway: good from opening to closing, and for nothing else. */
export type GatewaySession = Disposable & {
  token: string;
  /** The gateway as this trial's own sandbox sees it: there is no other session, whatever token is shown. */
  fetch(request: Request): Promise<Response>;
  report(): SessionReport;
};

type Session = {
  options: SessionOptions;
  meter: UsageMeter;
  watch: SkillWatch;
  budgetReached: boolean;
  upstreamErrors: string[];
};

export type Gateway = {
  openSession(options: SessionOptions): GatewaySession;
  /** The handler, for clients in this process and for whatever carries requests out of a sandbox. */
  fetch(request: Request): Promise<Response>;
};

/** The one place that model requests pass: checks the trial's token, meters, bounds, watches and answers. */
export function createGateway(): Gateway {
  const sessions = new Map<string, Session>();
  return { openSession: (options) => openSession(sessions, options), fetch: handlerFor(sessions) };
}

function handlerFor(sessions: ReadonlyMap<string, Session>): Gateway['fetch'] {
  const app = new Hono();
  for (const wire of WIRES) {
    const tooLarge = () => refusal(wire, 'too-large', `Request bodies end at ${MAX_BODY_BYTES} bytes.`);
    app.post(wire.path, bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }), (context) =>
      handle(wire, sessions, context),
    );
  }
  return async (request) => app.fetch(request);
}

function openSession(sessions: Map<string, Session>, options: SessionOptions): GatewaySession {
  const token = `assay-${randomBytes(24).toString('hex')}`;
  const session: Session = {
    options,
    meter: new UsageMeter(),
    watch: new SkillWatch(options.skill),
    budgetReached: false,
    upstreamErrors: [],
  };
  const own = new Map([[token, session]]);
  sessions.set(token, session);
  return {
    token,
    fetch: handlerFor(own),
    report: () => reportOf(session),
    [Symbol.dispose]() {
      sessions.delete(token);
      own.clear();
    },
  };
}

function reportOf({ meter, watch, budgetReached, upstreamErrors }: Session): SessionReport {
  return {
    usage: meter.usage,
    requests: meter.requests,
    sightings: [...watch.sightings],
    budgetReached,
    upstreamErrors: [...upstreamErrors],
  };
}

async function handle(
  wire: Wire,
  sessions: ReadonlyMap<string, Session>,
  context: Context,
): Promise<Response> {
  const session = sessions.get(wire.tokenOf(context.req.raw.headers) ?? '');
  if (session === undefined) return refusal(wire, 'unauthorized', 'This token is good for no running trial.');
  const request = wire.readRequest(await readJson(context));
  if (request === null) return refusal(wire, 'invalid', `The body is not a request of ${wire.id}.`);
  const invalid = whyUnanswerable(request, session.options.upstream);
  if (invalid !== null) return refusal(wire, 'invalid', invalid);
  if (session.meter.hasReached(session.options.maxTokens)) {
    session.budgetReached = true;
    return refusal(wire, 'budget', `The trial's budget of ${session.options.maxTokens} tokens is used up.`);
  }
  return await answer(wire, session, request, context.req.raw.signal);
}

function whyUnanswerable(request: ModelRequest, upstream: Upstream): string | null {
  if (request.stream) return 'Streaming is not supported here; send the request without "stream".';
  if (upstream.models.includes(request.model)) return null;
  return `Unknown model ${JSON.stringify(request.model)}; there is ${upstream.models.join(', ')}.`;
}

async function answer(wire: Wire, session: Session, request: ModelRequest, signal: AbortSignal) {
  const index = session.meter.requests;
  session.watch.sawRequest(request, index);
  try {
    const given = await session.options.upstream.answer(request, signal);
    const body = wire.renderAnswer(given, request, `${index}`);
    const sent = wire.readAnswer(body);
    session.meter.add(sent.usage);
    session.watch.sawAnswer(sent, index);
    return Response.json(body);
  } catch (error) {
    if (!signal.aborted) session.upstreamErrors.push(messageOf(error));
    return refusal(wire, 'upstream', `The model could not be reached: ${messageOf(error)}`);
  }
}

function refusal(wire: Wire, kind: ErrorKind, message: string): Response {
  return Response.json(wire.renderError(kind, message), { status: HTTP_STATUS[kind] });
}

async function readJson(context: Context): Promise<unknown> {
  try {
    return await context.req.json();
  } catch {
    // Not JSON is not a request of any wire; the caller answers so.
    return null;
  }
}
