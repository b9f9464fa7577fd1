import { type ErrorKind, HTTP_STATUS } from './gateway-error.ts';
import type { Wire } from './wire.ts';

/** An error in the wire's own form. */
export function refusal(wire: Wire, kind: ErrorKind, message: string): Response {
  return Response.json(wire.renderError(kind, message), { status: HTTP_STATUS[kind] });
}
