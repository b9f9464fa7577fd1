import type { Duplex } from 'node:stream';
import { readClientHello } from './client-hello.ts';
import { type Peek, peek } from './peek.ts';

const MAX_HELLO_BYTES = 5 + 16 * 1024;
/** Clients of some protocols wait for the server to speak first, and others are slow to send their first bytes. */
const LONGEST_SILENCE_MS = 10_000;
const LONGEST_METHOD_BYTES = 16;

/** Returns what a client sends first. One that is silent for long gets an end of stream, and can still send. */
export async function firstBytes(connection: Duplex): Promise<Peek> {
  const silence = setTimeout(() => connection.end(), LONGEST_SILENCE_MS);
  try {
    return await peek(connection, isTelling, MAX_HELLO_BYTES);
  } finally {
    clearTimeout(silence);
  }
}

export function isRequest(bytes: Buffer): boolean {
  return /^[A-Z]+ /.test(bytes.toString('latin1', 0, LONGEST_METHOD_BYTES));
}

function isTelling(bytes: Buffer): boolean {
  const { status } = readClientHello(bytes);
  if (status !== 'none') return status === 'read';
  return (
    isRequest(bytes) || bytes.length >= LONGEST_METHOD_BYTES || !/^[A-Z]*$/.test(bytes.toString('latin1'))
  );
}
