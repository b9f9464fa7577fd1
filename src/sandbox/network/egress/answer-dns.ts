import type { Duplex } from 'node:stream';
import { answerTo, readQuestion } from './dns-message.ts';
import type { EgressLog } from './egress-log.ts';
import type { Inbound } from './inbound.ts';
import type { LoopbackNames } from './loopback-names.ts';
import { peek } from './peek.ts';

const LONGEST_MESSAGE_BYTES = 64 * 1024;
const LONGEST_UNREADABLE = 255;

/** One question is one connection. Every name exists, on the loopback, so that what follows it is seen too. */
export async function answerDns(
  connection: Duplex,
  port: number,
  { inbound, names, log }: { inbound: Inbound; names: LoopbackNames; log: EgressLog },
): Promise<void> {
  const { bytes } = await peek(connection, () => false, LONGEST_MESSAGE_BYTES);
  const question = readQuestion(bytes);
  const host = question?.name ?? bytes.subarray(0, LONGEST_UNREADABLE).toString('latin1');
  const type = question?.type ?? 'unreadable';
  const atMs = log.now();
  const address = question === null ? null : names.addressOf(question.name);
  log.add(() => ({ kind: 'dns', atMs, host, port, type, decision: 'denied', address }));
  if (question !== null && address !== null) {
    inbound.form = 'bytes';
    connection.write(answerTo(bytes, question, address));
  }
  connection.end();
}
