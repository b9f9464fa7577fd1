import { gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';

export type TarEntry = Partial<Header> & { name: string; content?: string | Uint8Array };

/** A tar with exactly these entries, however bad they are. */
export async function tarOf(entries: readonly TarEntry[]): Promise<Uint8Array> {
  const tar = pack();
  for (const { content = '', ...header } of entries) tar.entry(header, content);
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

export async function tarGzOf(entries: readonly TarEntry[]): Promise<Uint8Array> {
  return new Uint8Array(gzipSync(await tarOf(entries)));
}
