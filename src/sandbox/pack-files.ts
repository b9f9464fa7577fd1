import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import type { SandboxFile } from './sandbox.ts';

/** A tar of the files, with names relative to `/`. Whoever unpacks it owns them. */
export async function packFiles(files: readonly SandboxFile[]): Promise<Buffer> {
  const archive = pack();
  for (const { path, content, executable } of files) {
    archive.entry({ name: path.slice(1), mode: executable ? 0o755 : 0o644 }, Buffer.from(content));
  }
  archive.finalize();
  return buffer(archive);
}
