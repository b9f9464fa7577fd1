import OpenAI from 'openai';
import { type Access, type Client, PIXEL, type Reply, type Saying, type Turn } from './client.ts';

export const chatClient: Client = {
  name: 'OpenAI Chat Completions',
  open,
  denied: OpenAI.PermissionDeniedError,
};

function open({ fetch, token, model, stream, signal, onPiece }: Access) {
  const client = new OpenAI({
    apiKey: token,
    baseURL: 'http://gateway.invalid/v1',
    maxRetries: 0,
    fetch: (url, init) => fetch(new Request(url, init)),
  });
  const messages: OpenAI.ChatCompletionMessageParam[] = [];
  return async (input: Saying | Reply[]): Promise<Turn> => {
    messages.push(
      ...(Array.isArray(input) ? input.map(resultOf) : [{ role: 'user' as const, content: partsOf(input) }]),
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

function partsOf({ text, withImage }: Saying): OpenAI.ChatCompletionContentPart[] {
  const image_url = { url: `data:${PIXEL.type};base64,${PIXEL.data}` };
  return [{ type: 'text', text }, ...(withImage ? [{ type: 'image_url' as const, image_url }] : [])];
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
    cut: choices.some(({ finish_reason }) => finish_reason === 'length'),
    inputTokens: usage?.prompt_tokens ?? null,
  };
}
