export type OutputStream = 'stdout' | 'stderr';

const HEADER_BYTES = 8;

/**
 * Demultiplexes what the engine sends for a process without a terminal: frames of a header
 * (stream, length) and a payload. Payload is passed on as it comes and never collected, because
 * the process inside decides its length.
 */
export function demultiplexer(
  onBytes: (stream: OutputStream, bytes: Buffer) => void,
): (chunk: Buffer) => void {
  let header = Buffer.alloc(0);
  let stream: OutputStream = 'stdout';
  let remaining = 0;
  return (chunk) => {
    for (let rest = chunk; rest.length > 0; ) {
      if (remaining > 0) {
        const payload = rest.subarray(0, remaining);
        remaining -= payload.length;
        rest = rest.subarray(payload.length);
        onBytes(stream, payload);
        continue;
      }
      const missing = HEADER_BYTES - header.length;
      header = Buffer.concat([header, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      if (header.length < HEADER_BYTES) return;
      stream = header.readUInt8(0) === 2 ? 'stderr' : 'stdout';
      remaining = header.readUInt32BE(4);
      header = Buffer.alloc(0);
    }
  };
}
