import type { ModelRequest, Wire } from '../../src/traffic/wire.ts';

const anyUrl = new URL('http://gateway.invalid/v1beta/models/m:generateContent');

/** A request that a wire is to understand. */
export function requestRead(wire: Wire, body: unknown, url = anyUrl): ModelRequest {
  const read = wire.readRequest(body, url);
  if ('fault' in read) throw new Error(read.fault);
  return read;
}
