import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { yieldToOthers } from '../../../threads/yield-to-others.ts';
import { type PdfRead, pdfPages } from './pdf-pages.ts';

/** What this process answers to the bytes of a PDF. */
export type PdfAnswer = PdfRead;

/** The work is done in a thread, so that this process notices at once when nobody waits for it any more. */
if (isMainThread) {
  process.on('disconnect', () => process.exit());
  process.on('message', (bytes: Uint8Array) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: bytes });
    thread.on('message', (read: PdfAnswer) => process.send?.(read));
    thread.on('error', () => process.exit(1));
  });
} else {
  yieldToOthers();
  parentPort?.postMessage(await pdfPages(workerData));
}
