import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export function temporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

export function writeFiles(folder: string, files: Iterable<readonly [string, string | Uint8Array]>): void {
  for (const [path, content] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
