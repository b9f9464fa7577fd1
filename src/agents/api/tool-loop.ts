import { type AgentSettings, USUAL_SETTINGS } from '../../contracts/agent-settings.ts';
import { TranscriptEvent } from '../../contracts/transcript.ts';
import { boundedInput } from '../../traffic/bounded-input.ts';
import type { Agent, AgentAssignment, AgentOutcome, HeardEvent } from '../agent.ts';
import { CUT, MALFORMED } from './api-agent.ts';
import type {
  Conversation,
  OpenConversation,
  ToolCall,
  ToolResult,
  Turn,
  TurnedDown,
} from './conversation.ts';
import { refusalOfCall } from './permission.ts';
import { failure, runTool } from './run-tool.ts';
import { NO_SERVERS, openServers } from './server-tools.ts';
import { systemPrompt } from './system-prompt.ts';
import { OFFERED } from './tools.ts';
import { requestNotTaken, unreadable } from './turned-down.ts';

/** The work of an API agent. */
export function runToolLoop(open: OpenConversation, settings: AgentSettings = USUAL_SETTINGS): Agent['run'] {
  const openWith: OpenConversation = (options) => open({ ...options, settings });
  return (assignment, signal) => new ToolLoop(assignment, { open: openWith, settings }, signal).run();
}

type Ending = Exclude<AgentOutcome['end'], 'crashed'>;

type LoopOptions = { open: OpenConversation; settings: AgentSettings };

class ToolLoop {
  readonly #assignment: AgentAssignment;
  readonly #open: OpenConversation;
  readonly #settings: AgentSettings;
  readonly #signal: AbortSignal;
  #servers = NO_SERVERS;

  constructor(assignment: AgentAssignment, { open, settings }: LoopOptions, signal: AbortSignal) {
    this.#assignment = assignment;
    this.#open = open;
    this.#settings = settings;
    this.#signal = signal;
  }

  async run(): Promise<AgentOutcome> {
    try {
      return { end: await this.#converse() };
    } catch (error) {
      if (this.#signal.aborted) return { end: 'timeout' };
      return { end: 'crashed', error };
    }
  }

  async #converse(): Promise<Ending> {
    const { prompt, model, skills, servers, hasNetwork, sandbox, gateway } = this.#assignment;
    this.#servers = await openServers(servers, sandbox, this.#signal);
    const tools = [...OFFERED, ...this.#servers.offered];
    const system = systemPrompt(skills, hasNetwork);
    const conversation = this.#open({ model, system, tools, ...gateway });
    this.#note({ kind: 'system', text: system });
    let answer = await this.#say(prompt, conversation);
    for (let turns = 1; ; turns++) {
      if (answer.kind === 'turned-down') return this.#endTurnedDown(answer, turns);
      this.#noteTurn(answer);
      if (answer.ending === 'refused' || answer.ending === 'context-limit') return answer.ending;
      const next = await this.#answerTo(answer, conversation);
      if (next === null) return 'finished';
      answer = next;
    }
  }

  /**
   * A first request holds nothing but what the harness put there, so a provider that rejects it says nothing
   * about the attempt. Whatever a later request adds came from the model and from what ran in the sandbox, and so do
   * the tools of servers.
   */
  #endTurnedDown({ ending, message }: TurnedDown, turns: number): TurnedDown['ending'] {
    const isOurs = turns === 1 && this.#servers.offered.length === 0;
    if (ending === 'rejected' && isOurs) throw requestNotTaken(message);
    this.#note({ kind: 'rejection', text: message });
    return ending;
  }

  /** `null` if there is nothing to answer: the work is done. */
  async #answerTo({ ending, toolCalls }: Turn, conversation: Conversation) {
    if (ending === 'cut') return await this.#say(CUT, conversation);
    if (ending === 'malformed') return await this.#say(MALFORMED, conversation);
    if (toolCalls.length > 0)
      return await conversation.giveResults(await this.#runTools(toolCalls), this.#signal);
    const said = (await this.#assignment.user?.next()) ?? null;
    if (said === null) return null;
    await this.#reopenServers();
    return await this.#say(said, conversation);
  }

  /** Nothing that ran in the sandbox has lasted until the user spoke. The model keeps the tools that it was offered. */
  async #reopenServers(): Promise<void> {
    const { servers, sandbox } = this.#assignment;
    const { call } = await openServers(servers, sandbox, this.#signal);
    this.#servers = { ...this.#servers, call };
  }

  async #say(text: string, conversation: Conversation) {
    this.#note({ kind: 'user', text });
    return await conversation.say(text, this.#signal);
  }

  /**
   * Runs the tools one after the other, in the order requested: they share one
   * workspace, so the order matters.
   */
  async #runTools(calls: readonly ToolCall[]): Promise<ToolResult[]> {
    const context = { ...this.#assignment, servers: this.#servers, signal: this.#signal };
    const results: ToolResult[] = [];
    for (const call of calls) {
      this.#signal.throwIfAborted();
      const refusal = refusalOfCall(call.tool, this.#settings.permissions);
      const result = refusal === null ? await runTool(call, context) : failure(refusal);
      this.#note({ kind: 'tool-result', id: call.id, ...result });
      results.push({ id: call.id, output: result.output, isError: result.isError });
    }
    return results;
  }

  #noteTurn({ text, usage, toolCalls }: Turn): void {
    this.#note({ kind: 'assistant', text, usage });
    for (const call of toolCalls) this.#note({ kind: 'tool-call', ...call, input: boundedInput(call.input) });
  }

  #note(event: HeardEvent): void {
    const noted = TranscriptEvent.safeParse({ ...event, atMs: 0 });
    if (!noted.success) throw unreadable(noted.error);
    this.#assignment.heard?.(event);
  }
}
