import { type JsonSize, sizeOfText } from '../base/json-extent.ts';
import type { ConversationEnd } from '../contracts/agent-end.ts';
import type { SkillSighting } from '../contracts/evidence.ts';
import type { ModelCall } from '../contracts/model-call.ts';
import type { Opening } from '../contracts/opening.ts';
import { labelOf } from '../contracts/side-requests.ts';
import type { Transcript, TranscriptEvent } from '../contracts/transcript.ts';
import type { WireExchange } from '../contracts/wire-log.ts';
import { openAnswerReader, type ReadAnswer } from './answer-reader.ts';
import { type FullRequest, readFullRequest } from './full-request.ts';
import { jsonIn } from './json-in.ts';
import { KeptAnswers } from './kept-answers.ts';
import { meteredCall } from './metered-call.ts';
import { openingOf } from './opening/opening-of.ts';
import { shown } from './provider-error.ts';
import type { WireCall } from './reconcile.ts';
import { replyKind } from './reply-kind.ts';
import { SkillWatch, type WatchedSkill } from './sightings/skill-watch.ts';
import { TaskAnswers } from './task-answers.ts';
import { TranscriptReader } from './transcript.ts';
import type { ModelAnswer, ModelRequest, Wire } from './wire.ts';
import { WIRES } from './wires.ts';
import { type Written, WrittenByModel } from './written-by-model.ts';

/** What the model traffic of a trial shows. */
export type ReadTrial = {
  transcript: Transcript;
  /** The number of events for which the transcript has no room. */
  leftOutEvents: number;
  sightings: SkillSighting[];
  /** The first request for the work; `null` if there was none that can be read. */
  opening: Opening | null;
  /** Whether the model called a tool on the task and never replied to what the tool returned. */
  waitsForTool: boolean;
  /** Whether the model has ended a turn since the user last spoke. */
  hasAnswered: boolean;
  /** How the conversation stood when the agent ended. */
  conversationEnd: ConversationEnd;
  /** Whether the context was full at some request for the work. */
  wasFull: boolean;
  /** Everything that the model put out, in whatever form, and what the transcript leaves out of an agent's words. */
  written: Written[];
  /** The requests for an answer, with their usage; `null` if the log does not tell how each of them ended. */
  modelCalls: ModelCall[] | null;
  /** Questions of Assay's own, which are none of the agent's. */
  checkCalls: ModelCall[];
  /** Calls of offered tools in answers that came whole, for the agent to carry out. */
  toolCalls: WireCall[];
  /** False if bytes were left out of the log, so that it does not show everything. */
  isWhole: boolean;
};

/**
 * Reads the exchanges of one trial in the order in which they started. It takes no account of what the agent
 * says about itself, and the same log gives the same result whenever it is read.
 */
export function readTrial(exchanges: Iterable<WireExchange>, skill: WatchedSkill): ReadTrial {
  const reader = new TrialReader(skill);
  for (const exchange of [...exchanges].toSorted((a, b) => a.startMs - b.startMs)) reader.read(exchange);
  return reader.end();
}

class TrialReader {
  readonly #transcript = new TranscriptReader();
  readonly #watch: SkillWatch;
  readonly #task: TaskAnswers;
  readonly #kept = new KeptAnswers();
  readonly #written = new WrittenByModel();
  readonly #calls: (ModelCall | null)[] = [];
  readonly #checks: (ModelCall | null)[] = [];
  readonly #toolCalls: WireCall[] = [];
  /** `undefined` until the first request for the work. */
  #opening: Opening | null | undefined;
  /** Answers to whatever asked beside the agent program, which are none of its conversation. */
  readonly #toOthers = new Set<TranscriptEvent>();
  #index = 0;
  #isWhole = true;

  constructor(skill: WatchedSkill) {
    this.#watch = new SkillWatch(skill);
    this.#task = new TaskAnswers(skill.prompt, skill.turns);
  }

  end(): ReadTrial {
    const { events, leftOut } = this.#transcript;
    this.#written.addWords('not all in the transcript', leftOut.words);
    return {
      transcript: { events: withPlaces(events, { asides: this.#asides, earlier: this.#task.earlier }) },
      leftOutEvents: leftOut.events,
      sightings: this.#watch.sightings,
      opening: this.#opening ?? null,
      waitsForTool: this.#task.waitsForTool,
      hasAnswered: this.#task.hasAnswered,
      conversationEnd: this.#task.end,
      wasFull: this.#task.wasFull,
      written: this.#written.all,
      modelCalls: this.#modelCalls(),
      toolCalls: this.#toolCalls,
      checkCalls: this.#checks.filter((call) => call !== null),
      isWhole: this.#isWhole,
    };
  }

  read(exchange: WireExchange): void {
    this.#isWhole &&= exchange.request.leftOutBytes + exchange.answer.leftOutBytes === 0;
    const wire = WIRES.find(({ id }) => id === exchange.wire);
    if (wire === undefined || !IS_METERED.has(exchange.purpose)) return;
    const { startMs, latencyMs, waitedMs } = exchange;
    const full = this.#requestIn(exchange, wire);
    const request = full?.request ?? null;
    if (exchange.purpose === 'check') {
      this.#checks.push(callOf(exchange, request, this.#answerIn(exchange, wire, full)));
      return;
    }
    const isAgents = exchange.askedBy !== 'other';
    const isOfSubAgent = exchange.label === 'sub-agent';
    if (request !== null) this.#transcript.sawRequest(request.passages, startMs);
    if (request !== null && isAgents) {
      this.#watch.sawRequest(request, this.#index, { isOfSubAgent });
      this.#task.sawRequest(request, { startMs, isOfSubAgent });
    }
    if (isAgents) this.#noteOpening(request, exchange);
    this.#index += 1;
    if (isOk(exchange)) this.#written.add(exchange.answer.text);
    const endMs = startMs + waitedMs + latencyMs;
    const read = this.#answerIn(exchange, wire, full);
    this.#calls.push(callOf(exchange, request, read));
    const isCompaction = compacts(exchange, wire);
    const isSummary = exchange.label === 'compaction' && !isCompaction;
    if (request !== null && isAgents && isOk(exchange) && read.isComplete)
      this.#task.sawReply(request, { startMs, isOfSubAgent, isCompaction, isSummary });
    const { said } = read;
    const answer = read.answer && request ? markedFor(request, read.answer, isAgents) : read.answer;
    if (answer !== null && (said === null || saysAnything(answer))) {
      const event = this.#transcript.sawAnswer(answer, endMs);
      const isWhole = read.isComplete && !isCompaction;
      if (!isAgents) this.#toOthers.add(event);
      else {
        const about = { startMs, endMs, isOfSubAgent, isWhole, isSummary };
        this.#task.sawAnswer({ request, answer, event, ...about });
        this.#watch.sawAnswer(answer);
        if (isWhole && !answer.cut) this.#noteCalls(answer, exchange);
      }
    } else if (said !== null) this.#transcript.sawRejection(said, endMs);
    if (isAgents) this.#noteEnd(exchange, { wire, request, read });
  }

  get #asides(): ReadonlySet<TranscriptEvent> {
    return this.#task.asides.union(this.#toOthers);
  }

  /** No later request takes the place of one that cannot be read. */
  #noteOpening(request: ModelRequest | null, exchange: WireExchange): void {
    if (this.#opening !== undefined || labelOf(exchange) !== 'work') return;
    const { path, request: asked } = exchange;
    this.#opening = request && openingOf({ path, body: jsonIn(asked.text), offers: request.offers });
  }

  /** A compacted conversation ends nothing. */
  #noteEnd(
    exchange: WireExchange,
    { wire, request, read }: { wire: Wire; request: ModelRequest | null; read: ReadAnswer },
  ): void {
    const kind = replyKind(exchange, read);
    const isAnswer = read.answer !== null && read.said === null;
    if (isAnswer && compacts(exchange, wire)) return;
    const said = read.said ?? (kind === 'refused' ? (read.answer?.text ?? null) : null);
    const asked = { startMs: exchange.startMs, isOfSubAgent: exchange.label === 'sub-agent' };
    this.#task.sawEnd(request, asked, {
      kind,
      isAnswer,
      isSummary: exchange.label === 'compaction',
      said: said === null || said === '' ? null : shown(said),
    });
  }

  #noteCalls({ toolCalls }: ModelAnswer, exchange: WireExchange): void {
    for (const { id, tool, notOffered } of toolCalls) {
      const isCounted = notOffered === undefined && this.#toolCalls.length < MOST_TOOL_CALLS;
      if (isCounted) this.#toolCalls.push({ id, tool, label: labelOf(exchange) });
    }
  }

  #modelCalls(): ModelCall[] | null {
    const known = this.#calls.filter((call) => call !== null);
    return this.#isWhole && known.length === this.#calls.length ? known : null;
  }

  #requestIn({ request, path }: WireExchange, wire: Wire): FullRequest | null {
    const json = jsonIn(request.text);
    // The gateway lets nothing else through, so this is a body that was cut for the log.
    if (json === undefined) return null;
    const size = wire.keeping === undefined ? NOT_KEPT : sizeOfText(Buffer.from(request.text));
    const url = new URL(path, 'http://gateway.invalid');
    const read = readFullRequest(wire, { json, size }, url, this.#kept);
    return 'fault' in read ? null : read;
  }

  #answerIn(exchange: WireExchange, wire: Wire, full: FullRequest | null): ReadAnswer {
    const { answer, isComplete } = exchange;
    const { text } = answer;
    const isStream = full?.request.form === 'events' && !/^\s*[[{]/.test(text);
    const reader = openAnswerReader(wire, isStream ? 'text/event-stream' : 'application/json');
    const body = Buffer.from(exchange.request.text);
    const keep =
      full?.request.isKept === true && wire.keeping !== undefined && !compacts(exchange, wire)
        ? this.#kept.follow({ ...full, body }, () => reader.whole(), wire.keeping.namesOf)
        : null;
    reader.add(Buffer.from(text));
    const read = reader.end(isComplete);
    keep?.();
    return { ...read, answer: isOk(exchange) ? read.answer : null };
  }
}

function isOk({ status }: WireExchange): boolean {
  return status !== null && status < 400;
}

function withPlaces(
  events: readonly TranscriptEvent[],
  { asides, earlier }: Pick<TaskAnswers, 'asides' | 'earlier'>,
): TranscriptEvent[] {
  return events.map((event) =>
    event.kind === 'assistant'
      ? {
          ...event,
          ...(asides.has(event) ? { isAside: true } : {}),
          ...(earlier.has(event) ? { isEarlier: true } : {}),
        }
      : event,
  );
}

/** The size matters only on wires that keep answers. */
const NOT_KEPT: JsonSize = { bytes: 0, parts: 0, depth: 0 };

function compacts({ path }: WireExchange, wire: Wire): boolean {
  return wire.routes.some((route) => route.path === path && route.compacts === true);
}

/** As many as a transcript has room for. */
const MOST_TOOL_CALLS = 50_000;

/** What counts as use of the model. */
const IS_METERED: ReadonlySet<WireExchange['purpose']> = new Set(['answer', 'check']);

/** `null` if the log does not tell whether the client left. */
function callOf(
  { wire, status, isLeft, latencyMs, waitedMs, label }: WireExchange,
  request: ModelRequest | null,
  read: ReadAnswer,
): ModelCall | null {
  if (isLeft === null) return null;
  const labelled = label === undefined ? {} : { label };
  const asked = { wire, model: request?.model ?? '', status, isLeft, latencyMs, waitedMs, ...labelled };
  return meteredCall(asked, status === null ? null : read);
}

function markedFor({ offers }: ModelRequest, answer: ModelAnswer, isAgents: boolean): ModelAnswer {
  const offered = new Set(offers);
  const toolCalls = answer.toolCalls.map((call) => ({
    ...call,
    ...(offered.has(call.tool) ? {} : { notOffered: true as const }),
    ...(isAgents ? {} : { isAside: true as const }),
  }));
  return { ...answer, toolCalls };
}

function saysAnything({ text, toolCalls }: ModelAnswer): boolean {
  return text !== '' || toolCalls.length > 0;
}
