import {
  ApiError,
  type Content,
  FinishReason,
  type GenerateContentResponse,
  GoogleGenAI,
  type Part,
} from '@google/genai';
import { type Access, type Client, PIXEL, type Reply, type Saying, type Turn } from './client.ts';

/** Version 1 is what the official client asks for by itself; older versions of it, and programs around it, ask for the beta. */
export function geminiClient(apiVersion: 'v1' | 'v1beta'): Client {
  return { name: `Gemini ${apiVersion}`, open: (access) => open(access, apiVersion), denied: ApiError };
}

function open({ fetch, token, model, stream, signal, onPiece }: Access, apiVersion: string) {
  const { models } = new GoogleGenAI({
    apiKey: token,
    apiVersion,
    httpOptions: {
      baseUrl: 'http://gateway.invalid',
      fetch: (url, init) => fetch(new Request(url, init)),
    },
  });
  const contents: Content[] = [];
  return async (input: Saying | Reply[]): Promise<Turn> => {
    contents.push({
      role: 'user',
      parts: Array.isArray(input) ? input.map(resultOf) : partsOfSaying(input),
    });
    const config = signal === undefined ? {} : { abortSignal: signal };
    const request = { model, contents, config };
    const chunks = stream
      ? await collect(await models.generateContentStream(request), onPiece)
      : [await models.generateContent(request)];
    contents.push({ role: 'model', parts: partsOf(chunks) });
    return turnOf(chunks);
  };
}

async function collect(stream: AsyncIterable<GenerateContentResponse>, onPiece: Access['onPiece']) {
  const chunks: GenerateContentResponse[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk);
    onPiece?.();
  }
  return chunks;
}

function partsOfSaying({ text, withImage }: Saying): Part[] {
  const inlineData = { mimeType: PIXEL.type, data: PIXEL.data };
  return [{ text }, ...(withImage ? [{ inlineData }] : [])];
}

function resultOf({ tool, output }: Reply): Part {
  return { functionResponse: { name: tool, response: { output } } };
}

function partsOf(chunks: readonly GenerateContentResponse[]): Part[] {
  return chunks.flatMap(({ candidates = [] }) => candidates.flatMap(({ content }) => content?.parts ?? []));
}

function turnOf(chunks: readonly GenerateContentResponse[]): Turn {
  const parts = partsOf(chunks);
  return {
    text: parts.map(({ text }) => text ?? '').join(''),
    calls: parts.flatMap(({ functionCall: call }) =>
      call === undefined ? [] : [{ id: call.id ?? '', tool: call.name ?? '', input: call.args }],
    ),
    refused: hasEndedBy(FinishReason.SAFETY, chunks),
    cut: hasEndedBy(FinishReason.MAX_TOKENS, chunks),
    inputTokens: chunks.at(-1)?.usageMetadata?.promptTokenCount ?? null,
  };
}

function hasEndedBy(reason: FinishReason, chunks: readonly GenerateContentResponse[]): boolean {
  return chunks.some(({ candidates = [] }) => candidates.some(({ finishReason }) => finishReason === reason));
}
