import { setTimeout as sleep } from 'node:timers/promises';
import { countTokens } from 'gpt-tokenizer';
import type { Arm } from '../contracts/identifiers.ts';
import type { Script, ScriptedTurn } from '../contracts/script.ts';
import type { Upstream } from './upstream.ts';
import type { ModelAnswer, ModelRequest } from './wire.ts';

export const SCRIPTED_MODEL = 'scripted';

const DONE: ScriptedTurn = { say: 'Done.', call: [] };

/**
 * A model that reads its answers from a script. It keeps no state: which turn comes next follows from the conversation
 * in the request alone. Its usage is simulated, counted by a real tokenizer (o200k_base) over what went in and out.
 */
export function scriptedUpstream(script: Script, arm: Arm): Upstream {
  return {
    models: [SCRIPTED_MODEL],
    simulated: true,
    async answer(request, signal) {
      await sleep(script.latencyMs, undefined, { signal });
      return answerWith(nextTurn(script.arms[arm], request), request);
    },
  };
}

/**
 * Walks the script along the conversation: each answer took the first turn, from where the one before left off, whose
 * condition held.
 */
function nextTurn(turns: readonly ScriptedTurn[], request: ModelRequest): ScriptedTurn {
  let position = -1;
  for (const output of request.outputsBeforeAnswers) {
    position = turns.findIndex((turn, index) => index > position && holds(turn.when, output));
    if (position === -1) return DONE;
  }
  return turns[position] ?? DONE;
}

function holds(when: string | undefined, output: string | null): boolean {
  return when === undefined || new RegExp(when, 'mu').test(output ?? '');
}

function answerWith(turn: ScriptedTurn, request: ModelRequest): ModelAnswer {
  const answer = request.outputsBeforeAnswers.length;
  const toolCalls = turn.call.map(({ tool, input }, index) => ({
    id: `call_${answer}_${index}`,
    tool,
    input,
  }));
  const output = [turn.say, ...turn.call.map((call) => JSON.stringify(call))];
  return {
    text: turn.say,
    toolCalls,
    usage: { inputTokens: tokensIn(request.texts), outputTokens: tokensIn(output) },
  };
}

function tokensIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + countTokens(text), 0);
}
