import { z } from 'zod';
import { type Access, type Client, PIXEL, type Reply, type Saying, type Turn } from './client.ts';

const Part = z.object({
  text: z.string().optional(),
  functionCall: z.object({ id: z.string(), name: z.string(), args: z.unknown() }).optional(),
});
const Chunk = z.object({
  candidates: z.array(
    z.object({ content: z.object({ parts: z.array(Part) }), finishReason: z.string().optional() }),
  ),
  usageMetadata: z.object({ promptTokenCount: z.number() }),
});
type Chunk = z.infer<typeof Chunk>;

class GeminiError extends Error {
  readonly status: number;

  constructor(status: number, body: string) {
    super(`${status} ${body}`);
    this.status = status;
  }
}

/** As the documentation of the API has it; there is no official client among the dependencies. */
export const geminiClient: Client = { name: 'Gemini', open, denied: GeminiError };

function open({ fetch, token, model, stream, signal, onPiece }: Access) {
  const contents: object[] = [];
  const method = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  return async (input: Saying | Reply[]): Promise<Turn> => {
    contents.push({
      role: 'user',
      parts: Array.isArray(input) ? input.map(resultOf) : partsOfSaying(input),
    });
    const response = await fetch(
      new Request(`http://gateway.invalid/v1beta/models/${model}:${method}`, {
        method: 'POST',
        headers: { 'x-goog-api-key': token, 'content-type': 'application/json' },
        body: JSON.stringify({ contents }),
        signal: signal ?? null,
      }),
    );
    if (!response.ok) throw new GeminiError(response.status, await response.text());
    const chunks = stream ? await readStream(response, onPiece) : [Chunk.parse(await response.json())];
    contents.push({ role: 'model', parts: partsOf(chunks) });
    return turnOf(chunks);
  };
}

async function readStream({ body }: Response, onPiece: Access['onPiece']): Promise<Chunk[]> {
  let text = '';
  for await (const piece of (body ?? new ReadableStream<Uint8Array>()).pipeThrough(new TextDecoderStream())) {
    text += piece;
    onPiece?.();
  }
  return text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => Chunk.parse(JSON.parse(event.slice('data: '.length))));
}

function partsOfSaying({ text, withImage }: Saying): object[] {
  const inlineData = { mimeType: PIXEL.type, data: PIXEL.data };
  return [{ text }, ...(withImage ? [{ inlineData }] : [])];
}

function resultOf({ tool, output }: Reply): object {
  return { functionResponse: { name: tool, response: { output } } };
}

function partsOf(chunks: readonly Chunk[]) {
  return chunks.flatMap(({ candidates }) => candidates.flatMap(({ content }) => content.parts));
}

function turnOf(chunks: readonly Chunk[]): Turn {
  const parts = partsOf(chunks);
  return {
    text: parts.map(({ text }) => text ?? '').join(''),
    calls: parts.flatMap(({ functionCall: call }) =>
      call === undefined ? [] : [{ id: call.id, tool: call.name, input: call.args }],
    ),
    refused: hasEndedBy('SAFETY', chunks),
    cut: hasEndedBy('MAX_TOKENS', chunks),
    inputTokens: chunks.at(-1)?.usageMetadata.promptTokenCount ?? null,
  };
}

function hasEndedBy(reason: string, chunks: readonly Chunk[]): boolean {
  return chunks.some(({ candidates }) => candidates.some(({ finishReason }) => finishReason === reason));
}
