import OpenAI from 'openai';
import { type Access, type Client, PIXEL, type Reply, type Saying, type Turn } from './client.ts';

export const responsesClient: Client = {
  name: 'OpenAI Responses',
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
  const items: OpenAI.Responses.ResponseInputItem[] = [];
  return async (input: Saying | Reply[]): Promise<Turn> => {
    items.push(
      ...(Array.isArray(input) ? input.map(resultOf) : [{ role: 'user' as const, content: partsOf(input) }]),
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

function partsOf({ text, withImage }: Saying): OpenAI.Responses.ResponseInputContent[] {
  const image_url = `data:${PIXEL.type};base64,${PIXEL.data}`;
  const image = { type: 'input_image' as const, detail: 'auto' as const, image_url };
  return [{ type: 'input_text', text }, ...(withImage ? [image] : [])];
}

function resultOf({ id, output }: Reply): OpenAI.Responses.ResponseInputItem {
  return { type: 'function_call_output', call_id: id, output };
}

function turnOf({ output, usage, incomplete_details }: OpenAI.Responses.Response): Turn {
  const parts = output.flatMap((item) => (item.type === 'message' ? item.content : []));
  return {
    text: parts.map((part) => (part.type === 'refusal' ? part.refusal : part.text)).join(''),
    calls: output.flatMap((item) =>
      item.type === 'function_call'
        ? [{ id: item.call_id, tool: item.name, input: JSON.parse(item.arguments) }]
        : [],
    ),
    refused: parts.some((part) => part.type === 'refusal'),
    cut: incomplete_details?.reason === 'max_output_tokens',
    inputTokens: usage?.input_tokens ?? null,
  };
}
