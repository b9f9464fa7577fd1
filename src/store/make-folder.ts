import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** With the folders above it. Node's own recursion never ends where a kernel's folder takes no new ones, as `/proc`. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}
