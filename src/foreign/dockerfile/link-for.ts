import { posix } from 'node:path';

/** Folders that belong to the system or to Assay: a link in their place would break both. */
const SYSTEM =
  /^\/(?:bin|boot|dev|etc|lib\w*|proc|run|sbin|sys|usr|var|tmp|grade|logs|workspace|solution|home\/agent)(?:\/.*)?$/;
const PLAIN = /^(?:\/[\w.-]+)+$/;

/** Whether a link can take the place of a folder. */
export function canBeLinked(folder: string): boolean {
  return PLAIN.test(folder) && !SYSTEM.test(folder) && !/^\/(?:opt|home|root\/\..*)$/.test(folder);
}

/** The instruction that puts a link in the place of a folder. */
export function linkFor(folder: string, target: string): string {
  const parent = posix.dirname(folder);
  const made = parent === '/' ? '' : `mkdir -p ${parent} && `;
  return `RUN rm -rf ${folder} && ${made}ln -s ${target} ${folder}`;
}

const LINK = /^RUN rm -rf (\/\S+) && (?:mkdir -p \/\S+ && )?ln -s (\/\S+) (\/\S+)$/;

/** The link that such an instruction makes; `null` for any other instruction. */
export function linkIn(source: string): { folder: string; target: string } | null {
  const [, removed, target = '', folder = ''] = LINK.exec(source) ?? [];
  return removed === folder && canBeLinked(folder) ? { folder, target } : null;
}
