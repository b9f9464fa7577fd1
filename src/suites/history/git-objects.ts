import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Files } from '../../sources/read-folder.ts';

/** Git's own formats, so that no git of this machine is asked: it would obey the configuration of user and machine. */
const MODES = { file: '100644', executable: '100755', folder: '40000' } as const;

/** A file of a commit. */
export type Blob = {
  path: string;
  mode: typeof MODES.file | typeof MODES.executable;
  id: string;
  size: number;
};

export type Commit = { tree: string; parent: string | null; author: string; date: string; message: string };

/** The objects of a repository, each in a file of its own below `objects/`. */
export class GitObjects {
  readonly #files = new Map<string, Uint8Array<ArrayBuffer>>();
  /** A file that no commit changes is the same content in all of them. */
  readonly #ids = new Map<Uint8Array, string>();

  /** Every object once, ordered by path. */
  get files(): Files {
    const all = [...this.#files].map(([path, content]) => ({ path, content, executable: false }));
    return all.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  addBlobs(files: Files): Blob[] {
    return files.map(({ path, executable, content }) => ({
      path,
      mode: executable ? MODES.executable : MODES.file,
      id: this.#idOf(content),
      size: content.length,
    }));
  }

  addTree(blobs: readonly Blob[]): string {
    const inFolders = Map.groupBy(blobs, ({ path }) => path.split('/', 1)[0] ?? '');
    const entries = [...inFolders].map(([name, below]) => {
      const [only] = below;
      if (only !== undefined && only.path === name) return { name, mode: only.mode, id: only.id };
      const inside = below.map((blob) => ({ ...blob, path: blob.path.slice(name.length + 1) }));
      return { name, mode: MODES.folder, id: this.addTree(inside) };
    });
    const ordered = entries.toSorted((a, b) => Buffer.compare(sortKey(a), sortKey(b)));
    const lines = ordered.flatMap(({ name, mode, id }) => [
      Buffer.from(`${mode} ${name}\0`),
      Buffer.from(id, 'hex'),
    ]);
    return this.#add('tree', Buffer.concat(lines));
  }

  addCommit({ tree, parent, author, date, message }: Commit): string {
    const who = `${author} ${gitDate(date)}`;
    const head = [
      `tree ${tree}`,
      ...(parent === null ? [] : [`parent ${parent}`]),
      ...[`author ${who}`, `committer ${who}`],
    ];
    return this.#add('commit', Buffer.from(`${head.join('\n')}\n\n${message.trimEnd()}\n`));
  }

  #idOf(content: Uint8Array): string {
    const id = this.#ids.get(content) ?? this.#add('blob', content);
    this.#ids.set(content, id);
    return id;
  }

  #add(kind: 'blob' | 'tree' | 'commit', content: Uint8Array): string {
    const object = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content]);
    const id = sha1(object).toString('hex');
    const path = `objects/${id.slice(0, 2)}/${id.slice(2)}`;
    if (!this.#files.has(path)) this.#files.set(path, deflateSync(object));
    return id;
  }
}

/** Trees are ordered as if the name of a folder ended with a slash. */
function sortKey({ name, mode }: { name: string; mode: string }): Buffer {
  return Buffer.from(mode === MODES.folder ? `${name}/` : name);
}

function gitDate(date: string): string {
  const offset = /[+-]\d{2}:\d{2}$/.exec(date)?.[0].replace(':', '') ?? '+0000';
  return `${Math.floor(Date.parse(date) / 1000)} ${offset}`;
}

/**
 * The list of what is checked out (gitformat-index(5), version 2). It knows no times of files, so that git looks at each file once,
 * and notes them in its own copy.
 */
export function indexOf(blobs: readonly Blob[]): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(12);
  head.write('DIRC');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(blobs.length, 8);
  const ordered = blobs.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  const list = Buffer.concat([head, ...ordered.map(indexEntry)]);
  return Buffer.concat([list, sha1(list)]);
}

const STAT_BYTES = 40;
const LONGEST_LENGTH = 0xfff;

function indexEntry({ path, mode, id, size }: Blob): Buffer {
  const stat = Buffer.alloc(STAT_BYTES);
  stat.writeUInt32BE(Number.parseInt(mode, 8), 24);
  stat.writeUInt32BE(size, 36);
  const name = Buffer.from(path);
  const flags = Buffer.alloc(2);
  flags.writeUInt16BE(Math.min(name.length, LONGEST_LENGTH));
  const entry = Buffer.concat([stat, Buffer.from(id, 'hex'), flags, name]);
  // One to eight bytes follow, so that the next entry starts at a multiple of eight.
  return Buffer.concat([entry, Buffer.alloc(8 - (entry.length % 8))]);
}

function sha1(content: Uint8Array): Buffer {
  return createHash('sha1').update(content).digest();
}
