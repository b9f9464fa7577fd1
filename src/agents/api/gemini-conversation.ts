import {
  ApiError,
  type Candidate,
  type Content,
  FinishReason,
  type FunctionCall,
  type FunctionDeclaration,
  type GenerateContentResponse,
  GoogleGenAI,
  type Part,
  ThinkingLevel,
} from '@google/genai/web';
import { errorIn } from '../../traffic/provider-error.ts';
import { GEMINI_MALFORMED } from '../../traffic/wires/gemini-malformed.ts';
import { GEMINI_REFUSALS } from '../../traffic/wires/gemini-refusals.ts';
import { objectIn } from '../../traffic/wires/json-object.ts';
import type {
  Conversation,
  ConversationOptions,
  OfferedTool,
  ToolCall,
  ToolResult,
  Turn,
  TurnEnding,
  TurnedDown,
} from './conversation.ts';
import { turnedDown, unreadable } from './turned-down.ts';
import { usageOf } from './usage-of.ts';

/**
 * Gemini through the official SDK, in its edition for browsers: that for Node brings a library for Google's accounts, and
 * takes addresses and keys from the environment. The gateway retries, so the SDK does not.
 */
export function openGeminiConversation(options: ConversationOptions): Conversation {
  const { model, system, tools } = options;
  const { models } = new GoogleGenAI({
    apiKey: options.token,
    httpOptions: {
      baseUrl: 'http://gateway.invalid',
      fetch: (url, init) => options.fetch(new Request(url, init)),
    },
  });
  const offered = tools.length === 0 ? {} : { tools: [{ functionDeclarations: tools.map(definitionOf) }] };
  const contents: Content[] = [];
  const calls = new PendingCalls();

  async function ask(parts: Part[], signal: AbortSignal) {
    contents.push({ role: 'user', parts });
    const config = { systemInstruction: system, ...settingsOf(options), ...offered, abortSignal: signal };
    const answer = await models.generateContent({ model, contents, config }).catch(rejectionOf);
    if ('kind' in answer) return answer;
    if (candidateOf(answer) === undefined && answer.promptFeedback === undefined) throw unreadable();
    contents.push(...historyOf(answer));
    return turnOf(answer, calls);
  }

  return {
    say: (text, signal) => ask([{ text }], signal),
    giveResults: (results, signal) => ask(results.map(calls.resultOf), signal),
  };
}

const LEVELS: ReadonlyMap<string | null | undefined, ThinkingLevel> = new Map([
  ['minimal', ThinkingLevel.MINIMAL],
  ['low', ThinkingLevel.LOW],
  ['medium', ThinkingLevel.MEDIUM],
  ['high', ThinkingLevel.HIGH],
]);

function settingsOf({ settings }: ConversationOptions) {
  const thinkingLevel = LEVELS.get(settings?.effort);
  const temperature = settings?.temperature ?? null;
  return {
    ...(thinkingLevel === undefined ? {} : { thinkingConfig: { thinkingLevel } }),
    ...(temperature === null ? {} : { temperature }),
  };
}

function definitionOf(tool: OfferedTool): FunctionDeclaration {
  return { name: tool.name, description: tool.description, parametersJsonSchema: tool.inputSchema };
}

/** The SDK makes a message of the whole body. */
function rejectionOf(error: unknown): TurnedDown {
  if (!(error instanceof ApiError)) throw error;
  const message = errorIn(objectIn(error.message))?.message ?? error.message;
  return turnedDown({ status: error.status, codes: [], message }, error);
}

/** The calls whose results are to come. Gemini sends most calls without an id, and wants the name with each result. */
class PendingCalls {
  readonly #calls = new Map<string, FunctionCall>();
  #unnamed = 0;

  add(call: FunctionCall): ToolCall {
    const id = call.id || `call ${this.#unnamed++}`;
    this.#calls.set(id, call);
    return { id, tool: call.name ?? '', input: call.args ?? {} };
  }

  readonly resultOf = ({ id, output, isError }: ToolResult): Part => {
    const call = this.#calls.get(id);
    const given = call?.id ? { id: call.id } : {};
    const response = isError ? { error: output } : { output };
    return { functionResponse: { ...given, name: call?.name ?? '', response } };
  };
}

/**
 * Parts go back as they came, with the signatures of thoughts. Of an answer that was cut or has a call that cannot be
 * read, only the text does.
 */
function historyOf(answer: GenerateContentResponse): Content[] {
  const parts = partsOf(answer);
  const kept = endingOf(answer) === 'whole' ? parts : parts.flatMap(onlyText);
  return kept.length === 0 ? [] : [{ role: 'model', parts: kept }];
}

function onlyText({ text, thought }: Part): Part[] {
  return thought === true || text === undefined || text.trim() === '' ? [] : [{ text }];
}

function turnOf(answer: GenerateContentResponse, pending: PendingCalls): Turn {
  const parts = partsOf(answer);
  const ending = endingOf(answer);
  const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
  return {
    kind: 'turn',
    text: parts.map(({ text = '', thought }) => (thought === true ? '' : text)).join(''),
    toolCalls: ending === 'whole' ? calls.map((call) => pending.add(call)) : [],
    usage: usageIn(answer),
    ending,
  };
}

function endingOf(answer: GenerateContentResponse): TurnEnding {
  const reason = candidateOf(answer)?.finishReason;
  if (answer.promptFeedback?.blockReason !== undefined || GEMINI_REFUSALS.has(reason ?? '')) return 'refused';
  if (reason === FinishReason.MAX_TOKENS) return 'cut';
  return GEMINI_MALFORMED.has(reason ?? '') ? 'malformed' : 'whole';
}

function partsOf(answer: GenerateContentResponse): Part[] {
  return candidateOf(answer)?.content?.parts ?? [];
}

function candidateOf({ candidates }: GenerateContentResponse): Candidate | undefined {
  return candidates?.[0];
}

/** Thoughts and the results of built-in tools are counted separately, and left out if there are none. */
function usageIn({ usageMetadata: usage }: GenerateContentResponse) {
  const { promptTokenCount: input, candidatesTokenCount: output } = usage ?? {};
  return usageOf(
    input === undefined ? undefined : input + (usage?.toolUsePromptTokenCount ?? 0),
    output === undefined ? undefined : output + (usage?.thoughtsTokenCount ?? 0),
  );
}
