import { readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { nearestTo } from '../base/nearest.ts';
import { kindOfPath } from './kind-of-path.ts';

/** The path on this machine that a user who typed `path` probably meant; `null` if none is close. */
export function nearestPath(path: string): string | null {
  const [first = '', ...rest] = path.split(sep);
  const start = first === '' ? sep : first;
  const isRooted = first === '' || first === '.' || first === '..';
  return corrected(
    isRooted ? start : '',
    (isRooted ? rest : [first, ...rest]).filter((part) => part !== ''),
  );
}

function corrected(folder: string, [part, ...rest]: readonly string[]): string | null {
  if (part === undefined) return folder;
  const here = (name: string) =>
    folder === '' || folder.endsWith(sep) ? `${folder}${name}` : `${folder}${sep}${name}`;
  if (kindOfPath(here(part)) !== null) return corrected(here(part), rest);
  const ways = nearestTo(part, namesIn(folder === '' ? '.' : folder));
  return ways.map((name) => corrected(here(name), rest)).find((found) => found !== null) ?? null;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
