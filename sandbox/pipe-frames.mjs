// The frames between the pipe inside a sandbox and the harness;
// src/sandbox/bytes/frames.ts is the other end's.
// A header (type, id of the connection, length of the payload), then the payload.

export const FRAME = { ready: 1, open: 2, data: 3, end: 4, reset: 5, credit: 6, ping: 7, pong: 8, unread: 9 };
export const MAX_PAYLOAD_BYTES = 64 * 1024;

const HEADER_BYTES = 9;
const NOTHING = Buffer.alloc(0);

export function encodeFrame(type, id, payload = NOTHING) {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(type, 0);
  header.writeUInt32BE(id, 1);
  header.writeUInt32BE(payload.length, 5);
  return Buffer.concat([header, payload]);
}

export function encodeNumber(value) {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(value);
  return payload;
}

/** Reassembles frames from chunks that were cut anywhere. */
export function frameReader(onFrame) {
  let rest = NOTHING;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER_BYTES) {
      const length = rest.readUInt32BE(5);
      if (length > MAX_PAYLOAD_BYTES) throw new Error(`a frame of ${length} bytes`);
      if (rest.length < HEADER_BYTES + length) return;
      const [type, id] = [rest.readUInt8(0), rest.readUInt32BE(1)];
      const payload = rest.subarray(HEADER_BYTES, HEADER_BYTES + length);
      rest = rest.subarray(HEADER_BYTES + length);
      onFrame({ type, id, payload });
    }
  };
}
