/** Why a request gets an error in its wire's own form. */
export type ErrorKind =
  | 'unauthorized'
  | 'invalid'
  | 'not-found'
  | 'unknown-model'
  | 'too-large'
  | 'context-overflow'
  | 'too-slow'
  | 'budget'
  | 'rate-limited'
  | 'server-error'
  | 'upstream';

export const HTTP_STATUS = {
  unauthorized: 401,
  invalid: 400,
  'not-found': 404,
  'unknown-model': 404,
  'too-large': 413,
  'context-overflow': 400,
  'too-slow': 408,
  budget: 403,
  'rate-limited': 429,
  'server-error': 500,
  upstream: 502,
} as const satisfies Record<ErrorKind, number>;
