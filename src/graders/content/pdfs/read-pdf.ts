import { fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadFile } from '../../../threads/thread-file.ts';
import type { PdfAnswer } from './pdf-process.ts';
import { TOO_LONG } from './too-long.ts';

const PROGRAM = fileURLToPath(threadFile('pdf-process', import.meta.url));
/** It counts its own time, of which a busy machine gives it little. Whoever waits for it waits no longer than this. */
const LONGEST_MS = 150_000;
/** What a PDF says in few bytes may become millions of objects. */
const HEAP_MIB = 768;

const OPTIONS = {
  cwd: dirname(PROGRAM),
  env: {},
  execArgv: [`--max-old-space-size=${HEAP_MIB}`, '--permission', '--allow-fs-read=*', '--allow-worker'],
  serialization: 'advanced' as const,
  stdio: ['ignore' as const, 'ignore' as const, 'ignore' as const, 'ipc' as const],
};

/**
 * Reads a PDF in a process of its own, which can write no file and start no program: a thread that runs out of memory
 * takes its process along.
 */
export async function readPdf(bytes: Uint8Array): Promise<PdfAnswer> {
  const { promise, resolve } = Promise.withResolvers<PdfAnswer>();
  const child = fork(PROGRAM, OPTIONS);
  child.once('message', (read: PdfAnswer) => resolve(read));
  child.once('exit', () => resolve({ fault: 'takes too much memory to be read' }));
  child.on('error', (error) => resolve({ fault: `cannot be read: ${error.message}` }));
  const limit = setTimeout(() => resolve(TOO_LONG), LONGEST_MS);
  child.send(bytes);
  try {
    return await promise;
  } finally {
    clearTimeout(limit);
    child.kill('SIGKILL');
  }
}
