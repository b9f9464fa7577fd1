/** Why the gateway itself refuses. Each wire words it in its own form; none of these is worth a client's retry. */
export type ErrorKind = 'unauthorized' | 'invalid' | 'too-large' | 'budget' | 'upstream';

export const HTTP_STATUS = {
  unauthorized: 401,
  invalid: 400,
  'too-large': 413,
  budget: 403,
  upstream: 502,
} as const satisfies Record<ErrorKind, number>;
