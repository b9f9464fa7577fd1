import { posix } from 'node:path';

/** What file systems take. */
const LONGEST_NAME = 255;
const LONGEST_PATH = 1000;

/** A path that stays below the folder that it starts from, without `.` and doubled slashes; `null` for any other. */
export function innerPath(path: string): string | null {
  if (path.length > LONGEST_PATH || /^[/~]|^[a-z]:|[\\\0]/i.test(path)) return null;
  const plain = posix.normalize(path).replace(/\/$/, '');
  const parts = plain.split('/');
  if (parts.some((part) => part === '..' || Buffer.byteLength(part) > LONGEST_NAME)) return null;
  return plain === '.' || plain === '' ? null : plain;
}
