import { setTimeout as sleep } from 'node:timers/promises';
import { compilePattern } from '../../../base/compile-pattern.ts';
import type { Arm } from '../../../contracts/identifiers.ts';
import type { TokenUsage } from '../../../contracts/model-call.ts';
import type { Script, ScriptedTurn } from '../../../contracts/script.ts';
import { renderEvent } from '../../../traffic/http/server-sent-events.ts';
import type { ModelAnswer, ModelRequest } from '../../../traffic/wire.ts';
import { refusal } from '../../http/refusal.ts';
import type { Upstream, UpstreamCall } from '../upstream.ts';
import { faulty, isBodyFault, whole } from './scripted-body.ts';
import { scriptedError } from './scripted-error.ts';
import { TokenCounter } from './token-counter.ts';

export const SCRIPTED_MODEL = 'scripted';

const DONE: ScriptedTurn = { say: 'Done.', call: [] };
/** The script says what the agent does, and a check of the conversation has no part in it. */
const EMPTY_JSON: ScriptedTurn = { say: '{}', call: [] };
const LONGEST_SLEEP_MS = 2 ** 31 - 1;

/** Shows anybody who looks at the traffic that no model answered. */
const SIMULATED = { 'x-assay-simulated': 'true' };

type ModelCall = UpstreamCall & {
  request: ModelRequest;
  countTokens: (texts: readonly string[]) => Promise<number>;
};

/**
 * A model that reads its answers from a script. It keeps no state of a conversation: which turn comes
 * next follows from the request alone. Its usage is simulated: a real tokenizer (o200k_base) counts what
 * went in and out, unless the turn says what it reports.
 */
export function scriptedUpstream(script: Script, arm: Arm): Upstream {
  return scriptedModel(script, (request) => nextTurn(script.arms[arm], request));
}

/** The same for answers that are derived from the request. */
export function scriptedModel(
  { latencyMs }: Pick<Script, 'latencyMs'>,
  turnFor: (request: ModelRequest) => ScriptedTurn,
): Upstream {
  const counter = new TokenCounter();
  return {
    simulated: true,
    async send(call, signal) {
      const { wire, route, request } = call;
      if (request === null) return describeModels(call);
      if (request.model !== SCRIPTED_MODEL)
        return refusal(
          wire,
          'invalid',
          `Unknown model "${request.model}"; there is ${SCRIPTED_MODEL}.`,
          'model',
        );
      const asked: ModelCall = { ...call, request, countTokens: (texts) => counter.count(texts, signal) };
      if (route.purpose === 'count')
        return Response.json(wire.renderCount(await inputTokens(asked, turnFor(request).usage)));
      await sleep(latencyMs, undefined, { signal });
      return route.compacts ? compact(asked) : await render(turnFor(request), asked, signal);
    },
  };
}

function describeModels({ wire, route, url }: UpstreamCall): Response {
  if (route.purpose !== 'model') return Response.json(wire.renderModels([SCRIPTED_MODEL]));
  const [, asked = ''] = url.pathname.split('/models/');
  return asked === SCRIPTED_MODEL
    ? Response.json(wire.renderModel(SCRIPTED_MODEL))
    : refusal(wire, 'not-found', `Unknown model "${asked}"; there is ${SCRIPTED_MODEL}.`);
}

/**
 * Walks the script along the conversation: each answer used the first turn, after that of the
 * answer before, whose condition held.
 */
function nextTurn(all: readonly ScriptedTurn[], request: ModelRequest): ScriptedTurn {
  if (request.wantsJson === true && request.offers.length === 0) return EMPTY_JSON;
  const turns = turnsFor(all, request);
  let position = -1;
  for (const output of request.toldBeforeAnswers) {
    position = turns.findIndex((turn, index) => index > position && holds(turn.when, output));
    if (position === -1) return DONE;
  }
  return turns[position] ?? DONE;
}

/** The turns of the conversation that a request belongs to. */
function turnsFor(turns: readonly ScriptedTurn[], { passages }: ModelRequest): readonly ScriptedTurn[] {
  const openers = turns.flatMap(({ opens }, index) => (opens === undefined ? [] : [{ opens, index }]));
  const [first] = openers;
  if (first === undefined) return turns;
  const said = passages.flatMap(({ by, text }) => (by === 'user' ? [text] : [])).join('\n');
  const opener = openers.find(({ opens }) => compilePattern(opens).test(said));
  if (opener === undefined) return turns.slice(0, first.index);
  return turns.slice(opener.index, openers[openers.indexOf(opener) + 1]?.index);
}

function holds(when: string | undefined, output: string | null): boolean {
  return when === undefined || compilePattern(when).test(output ?? '');
}

async function render(turn: ScriptedTurn, call: ModelCall, signal: AbortSignal): Promise<Response> {
  const { wire, index, request } = call;
  const error = scriptedError(wire, turn.fault);
  if (error !== null) return error;
  if (turn.fault === 'hang') return await neverAnswer(signal);
  const answer = await answerWith(turn, call);
  const pieces = { id: `${index}`, answer, request, wire };
  const chunks = request.form === 'whole' ? [wholeOf(pieces)] : streamOf(pieces);
  const body = isBodyFault(turn.fault) ? faulty(chunks, turn.fault) : whole(chunks);
  const type = request.form === 'events' ? 'text/event-stream; charset=utf-8' : 'application/json';
  return new Response(body, { headers: { 'content-type': type, ...SIMULATED } });
}

/** Returns only by the error of the signal. */
async function neverAnswer(signal: AbortSignal): Promise<never> {
  for (;;) await sleep(LONGEST_SLEEP_MS, undefined, { signal });
}

async function compact(call: ModelCall): Promise<Response> {
  const { wire, index, request } = call;
  const outputs = request.toldBeforeAnswers.map((output) => output ?? '');
  const usage = await usageOf(call, outputs);
  return Response.json(wire.renderCompaction?.(request, usage, `${index}`), { headers: SIMULATED });
}

type Pieces = Pick<UpstreamCall, 'wire'> & { id: string; answer: ModelAnswer; request: ModelRequest };

function wholeOf({ wire, answer, request, id }: Pieces): string {
  return JSON.stringify(wire.renderAnswer(answer, request, id));
}

function streamOf({ wire, answer, request, id }: Pieces): string[] {
  const events = wire.renderEvents(answer, request, id);
  if (request.form === 'events') return events.map(renderEvent);
  return [`[${events.map(({ data }) => data).join(',\n')}]`];
}

async function answerWith(turn: ScriptedTurn, call: ModelCall): Promise<ModelAnswer> {
  // A trial may have several conversations, and no two calls of it have one id.
  const toolCalls = turn.call.map(({ tool, input }, index) => ({
    id: `call_${call.index + 1}_${index}`,
    tool,
    input,
  }));
  const output = [turn.say, ...turn.call.map((asked) => JSON.stringify(asked))];
  return {
    text: turn.say,
    toolCalls,
    refused: turn.fault === 'refusal',
    cut: turn.fault === 'output-limit',
    ...(turn.fault === 'malformed-call' ? { isMalformed: true } : {}),
    usage: await usageOf(call, output, turn.usage),
  };
}

type Said = ScriptedTurn['usage'];

async function usageOf(call: ModelCall, output: readonly string[], said?: Said): Promise<TokenUsage> {
  return {
    inputTokens: await inputTokens(call, said),
    outputTokens: said?.outputTokens ?? (await call.countTokens(output)),
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
}

async function inputTokens({ request, countTokens }: ModelCall, said: Said): Promise<number> {
  return said?.inputTokens ?? (await countTokens(request.passages.map(({ text }) => text)));
}
