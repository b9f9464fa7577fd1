import OpenAI from 'openai';
import type { Access, Client, Reply, Turn } from './client.ts';

export const chatClient: Client = { name: 'OpenAI Chat Completions', open };

function open({ fetch, token, model, stream, signal, onPiece }: Access) {
  const client = new OpenAI({
    apiKey: token,
    baseURL: 'http://gateway.invalid/v1',
    maxRetries: 0,
    fetch: (url, init) => fetch(new Request(url, init)),
  });
  const messages: OpenAI.ChatCompletionMessageParam[] = [];
  return async (input: string | Reply[]): Promise<Turn> => {
    messages.push(
      ...(typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input.map(resultOf)),
    );
    const answer = stream
      ? await client.chat.completions
          .stream({ model, messages, stream_options: { include_usage: true } }, { signal })
          .on('chunk', () => onPiece?.())
          .finalChatCompletion()
      : await client.chat.completions.create({ model, messages }, { signal });
    messages.push(...answer.choices.map(({ message }) => message));
    return turnOf(answer);
  };
}

function resultOf({ id, output }: Reply): OpenAI.ChatCompletionMessageParam {
  return { role: 'tool', tool_call_id: id, content: output };
}

function turnOf({ choices, usage }: OpenAI.ChatCompletion): Turn {
  const messages = choices.map(({ message }) => message);
  return {
    text: messages.map(({ content, refusal }) => refusal ?? content ?? '').join(''),
    calls: messages
      .flatMap(({ tool_calls }) => tool_calls ?? [])
      .flatMap((call) =>
        call.type === 'function'
          ? [{ id: call.id, tool: call.function.name, input: JSON.parse(call.function.arguments) }]
          : [],
      ),
    refused: messages.some(({ refusal }) => typeof refusal === 'string'),
    inputTokens: usage?.prompt_tokens ?? null,
  };
}
