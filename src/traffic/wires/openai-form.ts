import { z } from 'zod';
import type { ErrorKind } from '../http/gateway-error.ts';
import { tokenCount } from './token-count.ts';

const ERROR_CODES = {
  unauthorized: 'invalid_api_key',
  invalid: 'invalid_request_error',
  'not-found': 'not_found',
  'unknown-model': 'model_not_found',
  'too-large': 'request_too_large',
  'context-overflow': 'context_length_exceeded',
  'too-slow': 'request_timeout',
  budget: 'insufficient_quota',
  'rate-limited': 'rate_limit_exceeded',
  'server-error': 'server_error',
  upstream: 'server_error',
} as const satisfies Record<ErrorKind, string>;

/** The formats that OpenAI's two wires have in common. */
export function renderOpenaiError(kind: ErrorKind, message: string, param: string | null): object {
  const code = ERROR_CODES[kind];
  const type = kind === 'context-overflow' ? ERROR_CODES.invalid : code;
  return { error: { type, code, message, param } };
}

export function renderOpenaiModels(models: readonly string[]): object {
  return { object: 'list', data: models.map(renderOpenaiModel) };
}

export function renderOpenaiModel(id: string): object {
  return { id, object: 'model', created: 0, owned_by: 'assay' };
}

/** How many tokens of the input were read from the cache or written to it. */
export const CacheTokens = z.object({ cached_tokens: tokenCount, cache_write_tokens: tokenCount });

export function totalOf(inputTokens: number | null, outputTokens: number | null): number | null {
  return inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens;
}
