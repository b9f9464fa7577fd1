import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AssayError, messageOf } from '../base/assay-error.ts';
import { type Digest, digestOf } from '../base/digest.ts';

/** Content-addressed files: what is too large for a row. The same content is stored once. */
export class BlobFolder {
  readonly #dir: string;

  constructor(resultsDir: string) {
    this.#dir = join(resultsDir, 'blobs');
  }

  put(content: string | Uint8Array): Digest {
    const digest = digestOf(content);
    const file = this.#fileOf(digest);
    if (!existsSync(file)) this.#write(file, content);
    return digest;
  }

  /** Checks what it reads: evidence that was changed on disk is no evidence. */
  get(digest: Digest): Buffer {
    const file = this.#fileOf(digest);
    const content = read(file);
    if (digestOf(content) === digest) return content;
    throw new AssayError(
      'STORE_UNUSABLE',
      `${file} is not what was recorded: its content has another digest.`,
    );
  }

  #write(file: string, content: string | Uint8Array): void {
    const temporary = `${file}.${process.pid}.tmp`;
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(temporary, content);
      renameSync(temporary, file);
    } catch (cause) {
      throw new AssayError('STORE_UNUSABLE', `Evidence cannot be written: ${messageOf(cause)}.`, { cause });
    }
  }

  #fileOf(digest: Digest): string {
    const hex = digest.slice('sha256:'.length);
    return join(this.#dir, hex.slice(0, 2), hex);
  }
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new AssayError('STORE_UNUSABLE', `Recorded evidence is missing: ${messageOf(cause)}.`, { cause });
  }
}
