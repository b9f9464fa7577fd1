/** The tags of ASN.1 that certificates use (ITU-T X.690). */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  text: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Encodes a value with a tag and its length. */
function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const digits = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 | digits.length]), digits]);
}

/** A value with a tag whose meaning the surroundings define. `holds` says whether it contains tagged values. */
export function contextual(number: number, holds: 'values' | 'bytes', content: Uint8Array): Buffer {
  return tagged((holds === 'values' ? 0xa0 : 0x80) | number, content);
}

export function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tagged(TAG.sequence, ...parts);
}

export function set(...parts: readonly Uint8Array[]): Buffer {
  return tagged(TAG.set, ...parts);
}

export function truth(): Buffer {
  return tagged(TAG.boolean, Buffer.from([0xff]));
}

/** Takes the bytes of a number that is not negative. */
export function integer(...bytes: readonly number[]): Buffer {
  const padding = (bytes[0] ?? 0) >= 0x80 ? [0] : [];
  return tagged(TAG.integer, Buffer.from([...padding, ...bytes]));
}

export function bits(content: Uint8Array, unused = 0): Buffer {
  return tagged(TAG.bits, Buffer.from([unused]), content);
}

export function octets(content: Uint8Array): Buffer {
  return tagged(TAG.octets, content);
}

export function text(content: string): Buffer {
  return tagged(TAG.text, Buffer.from(content));
}

/** The form for years before 2050 (RFC 5280, section 4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return tagged(TAG.time, Buffer.from(digits.slice(2)));
}

/** Takes the dotted form, such as 2.5.29.17. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(TAG.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(number: number): number[] {
  const digits = [number & 0x7f];
  for (let rest = number >> 7; rest > 0; rest >>= 7) digits.unshift(0x80 | (rest & 0x7f));
  return digits;
}
