import Anthropic from '@anthropic-ai/sdk';
import type { Access, Client, Reply, Turn } from './client.ts';

export const anthropicClient: Client = { name: 'Anthropic Messages', open };

function open({ fetch, token, model, stream, signal, onPiece }: Access) {
  const client = new Anthropic({
    apiKey: token,
    baseURL: 'http://gateway.invalid',
    maxRetries: 0,
    fetch: (url, init) => fetch(new Request(url, init)),
  });
  const messages: Anthropic.MessageParam[] = [];
  return async (input: string | Reply[]): Promise<Turn> => {
    messages.push({ role: 'user', content: typeof input === 'string' ? input : input.map(resultOf) });
    const request = { model, max_tokens: 1000, messages };
    const answer = stream
      ? await client.messages
          .stream(request, { signal })
          .on('streamEvent', () => onPiece?.())
          .finalMessage()
      : await client.messages.create(request, { signal });
    messages.push({ role: 'assistant', content: answer.content });
    return turnOf(answer);
  };
}

function resultOf({ id, output }: Reply): Anthropic.ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: id, content: output };
}

function turnOf({ content, stop_reason, usage }: Anthropic.Message): Turn {
  return {
    text: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''),
    calls: content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, tool: block.name, input: block.input }] : [],
    ),
    refused: stop_reason === 'refusal',
    inputTokens: usage.input_tokens,
  };
}
