import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { yieldToOthers } from '../../../threads/yield-to-others.ts';
import { type PdfRead, pdfPages } from './pdf-pages.ts';
import { TOO_LONG } from './too-long.ts';

/** What this process answers to the bytes of a PDF. */
export type PdfAnswer = PdfRead;

/** The time of processors that a PDF may take. How much time goes by meanwhile is up to what else the machine does. */
const MAX_MS = 15_000;
const LOOK_EVERY_MS = 200;

/** The work is done in a thread, so that this process notices at once when nobody waits for it any more. */
if (isMainThread) {
  process.on('disconnect', () => process.exit());
  process.on('message', (bytes: Uint8Array) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: bytes });
    thread.on('message', (read: PdfAnswer) => process.send?.(read));
    thread.on('error', () => process.exit(1));
    setInterval(() => {
      if (usedMs() > MAX_MS) process.send?.(TOO_LONG);
    }, LOOK_EVERY_MS);
  });
} else {
  yieldToOthers();
  parentPort?.postMessage(await pdfPages(workerData));
}

function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
