import Anthropic from '@anthropic-ai/sdk';
import { type Access, type Client, PIXEL, type Reply, type Saying, type Turn } from './client.ts';

export const anthropicClient: Client = {
  name: 'Anthropic Messages',
  open,
  denied: Anthropic.PermissionDeniedError,
};

function open({ fetch, token, model, stream, signal, onPiece }: Access) {
  const client = new Anthropic({
    apiKey: token,
    baseURL: 'http://gateway.invalid',
    maxRetries: 0,
    fetch: (url, init) => fetch(new Request(url, init)),
  });
  const messages: Anthropic.MessageParam[] = [];
  return async (input: Saying | Reply[]): Promise<Turn> => {
    messages.push({ role: 'user', content: Array.isArray(input) ? input.map(resultOf) : blocksOf(input) });
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

function blocksOf({ text, withImage }: Saying): Anthropic.ContentBlockParam[] {
  const source = { type: 'base64' as const, media_type: PIXEL.type, data: PIXEL.data };
  return [{ type: 'text', text }, ...(withImage ? [{ type: 'image' as const, source }] : [])];
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
    cut: stop_reason === 'max_tokens',
    inputTokens: usage.input_tokens,
  };
}
