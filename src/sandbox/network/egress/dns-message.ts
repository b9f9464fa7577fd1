export type DnsQuestion = { name: string; type: string; end: number };

const HEADER_BYTES = 12;
const QUESTION_COUNT = 4;
/** Recursion desired, authentic data and checking disabled. */
const CHOSEN_FLAGS = 0x0130;
const INTERNET = 1;
const TYPES: Record<number, string> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  6: 'SOA',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  33: 'SRV',
  65: 'HTTPS',
  255: 'ANY',
};

/**
 * Returns the question of a DNS message (RFC 1035, section 4.1); `null` if it cannot be read, or if there are several, of
 * which the log would name only one.
 */
export function readQuestion(message: Buffer): DnsQuestion | null {
  if (message.length < HEADER_BYTES || message.readUInt16BE(QUESTION_COUNT) !== 1) return null;
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (;;) {
    const length = message.at(at);
    if (length === undefined || length > 63 || at + 1 + length > message.length) return null;
    at += 1 + length;
    if (length === 0) break;
    labels.push(labelText(message.subarray(at - length, at)));
  }
  if (message.length < at + 4) return null;
  const type = message.readUInt16BE(at);
  return { name: labels.join('.'), type: TYPES[type] ?? `TYPE${type}`, end: at + 4 };
}

/** Returns the two bytes that the sender drew at random. */
export function identifierOf(message: Buffer): Buffer {
  return message.subarray(0, 2);
}

/** Whether a message with one question contains nothing else that its sender could choose, except three flags. */
export function isPlainQuestion(message: Buffer): boolean {
  const flags = message.readUInt16BE(2) & ~CHOSEN_FLAGS;
  const otherRecords = message.subarray(QUESTION_COUNT + 2, HEADER_BYTES);
  const isOfInternet = message.readUInt16BE(message.length - 2) === INTERNET;
  return flags === 0 && otherRecords.every((byte) => byte === 0) && isOfInternet;
}

/** Answers that the name exists and has this address; there are no records of other types. */
export function answerTo(message: Buffer, question: DnsQuestion, address: string): Buffer {
  const hasAddress = question.type === 'A';
  const header = Buffer.alloc(HEADER_BYTES);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(hasAddress ? 1 : 0, 6);
  const asked = message.subarray(HEADER_BYTES, question.end);
  return Buffer.concat([header, asked, ...(hasAddress ? [addressRecord(address)] : [])]);
}

/** The record refers to the name at offset 12 and has type A, class IN, 60 seconds and 4 bytes. */
function addressRecord(address: string): Buffer {
  const start = [0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4];
  return Buffer.from([...start, ...address.split('.').map(Number)]);
}

/** Bytes that no host name has are escaped as in RFC 1035, section 5.1, so that two names never become one. */
function labelText(label: Buffer): string {
  return label
    .toString('latin1')
    .replace(/[^!-~]|[.\\]/g, (byte) => `\\${byte.charCodeAt(0).toString().padStart(3, '0')}`);
}
