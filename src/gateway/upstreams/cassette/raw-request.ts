import type { UpstreamCall } from '../upstream.ts';
import type { RawRequest } from './canonical-request.ts';

/** Takes from a call what identifies its request. */
export function rawRequest({ wire, route, url, body }: UpstreamCall): RawRequest {
  return { wire: wire.id, method: route.method, url: url.href, body };
}
