import { AssayError } from '../../base/assay-error.ts';
import { type GitCall, git } from './git.ts';

export type BlobReader = (id: string) => Promise<Uint8Array>;

type Request = { id: string; resolve(content: Uint8Array): void; reject(reason: unknown): void };

/**
 * Reads blobs as stored. What a checkout makes of them, `attributes.ts` finds out. All blobs requested in one turn are read by one process.
 */
export function blobReader(call: GitCall): BlobReader {
  let waiting: Request[] = [];
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    try {
      await answer(batch, call);
    } catch (reason) {
      for (const { reject } of batch) reject(reason);
    }
  };
  return (id) => {
    if (waiting.length === 0) setImmediate(flush);
    return new Promise((resolve, reject) => waiting.push({ id, resolve, reject }));
  };
}

const NEWLINE = 0x0a;

/**
 * For each id, git prints `<id> blob <size>`, a newline, the bytes and a newline, in the order of the ids
 * (git-cat-file(1)).
 */
async function answer(batch: readonly Request[], call: GitCall): Promise<void> {
  const output = await git(['cat-file', '--batch'], {
    ...call,
    input: batch.map(({ id }) => `${id}\n`).join(''),
  });
  let offset = 0;
  for (const { id, resolve } of batch) {
    const lineEnd = output.indexOf(NEWLINE, offset);
    const [, kind, size] = Buffer.from(output.subarray(offset, lineEnd)).toString().split(' ');
    if (kind !== 'blob') throw new AssayError('SOURCE_UNREACHABLE', `git has no file ${id}. Try again.`);
    const end = lineEnd + 1 + Number(size);
    resolve(output.slice(lineEnd + 1, end));
    offset = end + 1;
  }
}
