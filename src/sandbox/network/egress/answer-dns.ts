import type { Duplex } from 'node:stream';
import { OWN_NAMES } from '../../../contracts/sandbox-network.ts';
import { answerTo, type DnsQuestion, identifierOf, isPlainQuestion, readQuestion } from './dns-message.ts';
import type { EgressLog } from './egress-log.ts';
import type { Inbound } from './inbound.ts';
import type { LoopbackNames } from './loopback-names.ts';
import { peek } from './peek.ts';

const LONGEST_MESSAGE_BYTES = 64 * 1024;
const LONGEST_UNREADABLE = 255;
const LOOPBACK = '127.0.0.1';
const ADDRESSES = new Set(['A', 'AAAA']);

/**
 * Answers the question that one connection carries. Every name exists, on the loopback, so that connections to it are seen
 * too. Asking for the sandbox's own address, as servers do when they start, does not count as use of the network.
 */
export async function answerDns(
  connection: Duplex,
  port: number,
  { inbound, names, log }: { inbound: Inbound; names: LoopbackNames; log: EgressLog },
): Promise<void> {
  const { bytes } = await peek(connection, () => false, LONGEST_MESSAGE_BYTES);
  const question = readQuestion(bytes);
  if (question !== null) inbound.form = 'bytes';
  if (question !== null && isAboutItself(question, bytes)) {
    log.keepIdentifier(inbound, identifierOf(bytes));
    return answer(connection, bytes, question, LOOPBACK);
  }
  const host = question?.name ?? bytes.subarray(0, LONGEST_UNREADABLE).toString('latin1');
  const type = question?.type ?? 'unreadable';
  const atMs = log.now();
  const address = question === null ? null : names.addressOf(question.name);
  const decision = address === null ? 'denied' : 'inside';
  log.add({ kind: 'dns', atMs, host, port, type, decision, address });
  if (question === null || address === null) return void connection.end();
  answer(connection, bytes, question, address);
}

/** Accepts only the question in canonical form, because every other part of a message could carry data. */
function isAboutItself({ name, type, end }: DnsQuestion, message: Buffer): boolean {
  return (
    OWN_NAMES.includes(name) && ADDRESSES.has(type) && message.length === end && isPlainQuestion(message)
  );
}

function answer(connection: Duplex, message: Buffer, question: DnsQuestion, address: string): void {
  connection.end(answerTo(message, question, address));
}
