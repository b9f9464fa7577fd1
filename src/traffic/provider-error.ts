import { z } from 'zod';
import { printable } from '../base/printable.ts';
import { isAboutRequest } from './provider-words.ts';

/** An error that came as an answer, or in the middle of one. */
export type ProviderError = { message: string; codes: readonly string[]; isAboutRequest: boolean };

const MAX_CHARACTERS = 300;
/** A quick test, because nearly no event is an error. */
const ERROR_WORD = /"error"|"response\.failed"/;

const word = z.string().nullish().catch(null);
const Words = z.object({
  type: word,
  code: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(null),
  status: word,
  message: word,
});
const Told = z.union([Words, z.string().transform((message) => ({ message }))]);

/** The error formats of Anthropic, Chat Completions and Gemini, and those of two events of Responses. */
const Form = z.union([
  z.object({ error: Told }).transform(({ error }) => error),
  z
    .object({ type: z.literal('response.failed'), response: z.object({ error: Told.nullish() }) })
    .transform(({ response }) => response.error ?? { message: null }),
  z.object({ ...Words.shape, type: z.literal('error') }),
]);
type Words = Partial<z.infer<typeof Words>>;

/** Whether an event can be an error: `errorIn` takes as long for one event as a client for many. */
export function mayBeError(event: string): boolean {
  return ERROR_WORD.test(event);
}

/** `null` for anything that is not an error. */
export function errorIn(body: unknown): ProviderError | null {
  const [only = null] = Array.isArray(body) ? body : [body];
  const words: Words | undefined = Form.safeParse(only).data;
  if (words === undefined) return null;
  const codes = [words.type, words.code, words.status].filter((code) => typeof code === 'string');
  const kinds = new Set(codes.filter((code) => code !== 'error'));
  const said = [[...kinds].join(' '), words.message ?? ''];
  const message = said.filter((part) => part !== '').join(': ') || 'it did not say why';
  return { message: shown(message), codes, isAboutRequest: isAboutRequest(codes) };
}

const KeyRefusal = z.object({
  error: z.object({ details: z.array(z.unknown()) }),
});
const Reason = z.object({ reason: z.literal('API_KEY_INVALID') });

/** Whether an error of one of Google's APIs says that the key is not valid, which others say by the status 401. */
export function refusesKey(body: unknown): boolean {
  const [only = null] = Array.isArray(body) ? body : [body];
  const details = KeyRefusal.safeParse(only).data?.error.details ?? [];
  return details.some((detail) => Reason.safeParse(detail).success);
}

/** The text that was received, shortened to fit into a message. */
export function shown(text: string): string {
  const line = printable(text.slice(0, 4 * MAX_CHARACTERS));
  if (line === '') return 'nothing';
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}
