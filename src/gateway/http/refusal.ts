import { type ErrorKind, HTTP_STATUS } from '../../traffic/http/gateway-error.ts';
import type { Wire } from '../../traffic/wire.ts';

/** An error response in the wire's own format. */
export function refusal(wire: Wire, kind: ErrorKind, message: string, field: string | null = null): Response {
  return Response.json(wire.renderError(kind, message, field), { status: HTTP_STATUS[kind] });
}
