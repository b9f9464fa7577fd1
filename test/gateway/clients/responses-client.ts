import OpenAI from 'openai';
import type { Access, Client, Reply, Turn } from './client.ts';

export const responsesClient: Client = { name: 'OpenAI Responses', open };

function open({ fetch, token, model, stream, signal, onPiece }: Access) {
  const client = new OpenAI({
    apiKey: token,
    baseURL: 'http://gateway.invalid/v1',
    maxRetries: 0,
    fetch: (url, init) => fetch(new Request(url, init)),
  });
  const items: OpenAI.Responses.ResponseInputItem[] = [];
  return async (input: string | Reply[]): Promise<Turn> => {
    items.push(
      ...(typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input.map(resultOf)),
    );
    const request = { model, input: items, store: false };
    const answer: OpenAI.Responses.Response = stream
      ? await client.responses
          .stream(request, { signal })
          .on('event', () => onPiece?.())
          .finalResponse()
      : await client.responses.create(request, { signal });
    items.push(...answer.output.filter(isHistory));
    return turnOf(answer);
  };
}

function isHistory(item: OpenAI.Responses.ResponseOutputItem) {
  return item.type === 'message' || item.type === 'function_call' || item.type === 'reasoning';
}

function resultOf({ id, output }: Reply): OpenAI.Responses.ResponseInputItem {
  return { type: 'function_call_output', call_id: id, output };
}

function turnOf({ output, usage }: OpenAI.Responses.Response): Turn {
  const parts = output.flatMap((item) => (item.type === 'message' ? item.content : []));
  return {
    text: parts.map((part) => (part.type === 'refusal' ? part.refusal : part.text)).join(''),
    calls: output.flatMap((item) =>
      item.type === 'function_call'
        ? [{ id: item.call_id, tool: item.name, input: JSON.parse(item.arguments) }]
        : [],
    ),
    refused: parts.some((part) => part.type === 'refusal'),
    inputTokens: usage?.input_tokens ?? null,
  };
}
