import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AssayError, messageOf } from '../base/assay-error.ts';
import { type Digest, digestOf } from '../base/digest.ts';
import { requirePlain } from './require-plain.ts';

export type BlobState = 'whole' | 'changed' | 'missing';

/** Content-addressed files for what is too large for a row. The same content is stored once. */
export class BlobFolder {
  readonly #dir: string;
  /** Files and folders that were written but may still be only in the machine's memory. */
  readonly #unsynced = new Set<string>();
  #synced: Promise<void> = Promise.resolve();

  constructor(resultsDir: string) {
    this.#dir = join(resultsDir, 'blobs');
  }

  /** Writes the file even if one of that name exists, because its content may have been damaged. */
  async put(content: Uint8Array): Promise<Digest> {
    return await this.#write([content]);
  }

  /** Stores a text that comes in pieces, and lets other work run in between. */
  async putText(pieces: Iterable<string>): Promise<Digest> {
    return await this.#write(portionsOf(pieces));
  }

  async #write(portions: Iterable<string | Uint8Array>): Promise<Digest> {
    const temporary = join(this.#dir, `${randomUUID()}.tmp`);
    try {
      await makePlainFolder(this.#dir);
      const digest = await writeHashed(temporary, portions);
      const file = this.#fileOf(digest);
      await makePlainFolder(dirname(file));
      await rename(temporary, file);
      this.#hasWritten(file);
      return digest;
    } catch (cause) {
      // If this fails too, the first failure is the one to report.
      await rm(temporary, { force: true }).catch(() => undefined);
      throw cause instanceof AssayError ? cause : unwritable(cause);
    }
  }

  /** Resolves once all earlier puts would survive a power failure. Await it before naming a blob in a row. */
  async sync(): Promise<void> {
    // Calls run one after another, because this caller may name what an earlier call is still syncing.
    this.#synced = this.#synced.then(() => this.#syncAll());
    await this.#synced;
  }

  async #syncAll(): Promise<void> {
    const paths = [...this.#unsynced];
    this.#unsynced.clear();
    await Promise.all(paths.map(syncPath)).catch((cause) => {
      throw unwritable(cause);
    });
  }

  /** Checks the digest of what it reads: evidence that was changed on disk is no evidence. */
  async get(digest: Digest): Promise<Buffer> {
    const content = await this.#read(digest);
    if (digestOf(content) === digest) return content;
    throw new AssayError(
      'STORE_UNUSABLE',
      `The evidence ${digest} is not what was recorded: ${this.#fileOf(digest)} has different content.`,
    );
  }

  async stateOf(digest: Digest): Promise<BlobState> {
    try {
      return digestOf(await readPlain(this.#fileOf(digest))) === digest ? 'whole' : 'changed';
    } catch {
      return 'missing';
    }
  }

  async #read(digest: Digest): Promise<Buffer> {
    try {
      return await readPlain(this.#fileOf(digest));
    } catch (cause) {
      if (cause instanceof AssayError) throw cause;
      const message = `The evidence ${digest} is missing: ${messageOf(cause)}.`;
      throw new AssayError('STORE_UNUSABLE', message, { cause });
    }
  }

  #hasWritten(file: string): void {
    for (const path of [file, dirname(file), this.#dir, dirname(this.#dir)]) this.#unsynced.add(path);
  }

  #fileOf(digest: Digest): string {
    const hex = digest.slice('sha256:'.length);
    return join(this.#dir, hex.slice(0, 2), hex);
  }
}

async function makePlainFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  requirePlain(folder, 'folder');
}

async function readPlain(file: string): Promise<Buffer> {
  requirePlain(file, 'file');
  return await readFile(file);
}

const PORTION_CHARACTERS = 1024 ** 2;

function* portionsOf(pieces: Iterable<string>): Generator<string> {
  let portion = '';
  for (const piece of pieces) {
    portion += piece;
    if (portion.length < PORTION_CHARACTERS) continue;
    yield portion;
    portion = '';
  }
  yield portion;
}

async function writeHashed(path: string, portions: Iterable<string | Uint8Array>): Promise<Digest> {
  const hash = createHash('sha256');
  await using file = await open(path, 'w');
  for (const portion of portions) {
    hash.update(portion);
    await file.appendFile(portion);
  }
  return `sha256:${hash.digest('hex')}`;
}

/** Folders are synced like files; otherwise new names could be lost, and the files with them. */
async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

function unwritable(cause: unknown): AssayError {
  return new AssayError('STORE_UNUSABLE', `Evidence cannot be written: ${messageOf(cause)}.`, { cause });
}
